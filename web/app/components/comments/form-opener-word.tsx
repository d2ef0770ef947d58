import { hasDraft } from '../../draft-storage.ts'
import { useText } from '../../i18n/text.tsx'
import { useHydrated } from '../../ui/hydrated.ts'

interface Props {
  draft: string
  visitor: boolean
  begun: 'add_continue' | 'reply_continue'
  fresh: 'add' | 'reply'
}

/** Only the device knows what was begun. Apart from the comments: rendered again for it, a form whose script is still on its way would lose what is typed in it. */
export function FormOpenerWord({ draft, visitor, begun, fresh }: Props) {
  const t = useText('comments')
  const hydrated = useHydrated()
  return t(hydrated && !visitor && hasDraft(draft) ? begun : fresh)
}
