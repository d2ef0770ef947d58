import { type ComponentType, type MouseEvent, useState } from 'react'
import { onDemand } from '../../chunks.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FlagDialog } from './flag-dialog.tsx'
import '../post/post-action.css'

interface Props {
  /** The label of the button, from the server. */
  word: string
  object_id: string
  /** `text` for the small tools of a comment. */
  look?: 'action' | 'text'
}

/** Opens the reasons for flagging; without scripts a page of its own has them. */
export function Flag({ word, object_id, look = 'action' }: Props) {
  const [Open, setOpen] = useState<ComponentType<Parameters<typeof FlagDialog>[0]>>()
  const href = paths.flag(object_id)
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onDemand(
      () => import('./flag-dialog.tsx'),
      href,
      ({ FlagDialog }) => setOpen(() => FlagDialog),
    )
  }
  return (
    <>
      <a className={look === 'text' ? 'text-button' : 'post-action'} href={href} rel="nofollow" onClick={press}>
        {look === 'action' && <Icon name="flag" small />}
        {word}
      </a>
      {Open && <Open object_id={object_id} onClose={() => setOpen(undefined)} />}
    </>
  )
}
