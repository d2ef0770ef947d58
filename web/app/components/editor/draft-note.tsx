import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import './editor.css'

/** Says that the draft is stored on this device. */
export function DraftNote({ saved_at }: { saved_at: number | null }) {
  const t = useText('leave')
  return (
    <span className="draft-note" role="status">
      {saved_at !== null && (
        <>
          <Icon name="check" small />
          {t('saved')} <Time at={saved_at} exact />
        </>
      )}
    </span>
  )
}
