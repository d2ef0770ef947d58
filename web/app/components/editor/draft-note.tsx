import type { DraftState } from '../../drafts.ts'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import './draft-note.css'

/** The same line again, beside the button that sends it: on a phone the head of the page is out of sight. It is read out there. */
export function DraftSaved({ draft: { saved_at, discarded, elsewhere } }: { draft: DraftState }) {
  const t = useText('leave')
  if (discarded || elsewhere || saved_at === null) return null
  return (
    <span className="draft-note draft-note-below" aria-hidden="true">
      <span>
        <Icon name="check" small />
        {t('saved_short')} <Time at={saved_at} exact />
      </span>
    </span>
  )
}

/** Says that the draft is stored, here or also on the server, and lets one throw it away, apart from what sends it; and have it back, or the one of another device. */
export function DraftNote({
  draft: { saved_at, shared, full, discarded, elsewhere, other_tab, discard, undo, keepThis },
}: {
  draft: DraftState
}) {
  const t = useText('leave')
  const user = useUser()
  return (
    <span className="draft-note">
      <span role="status">
        {discarded
          ? t('discarded')
          : elsewhere
            ? t('elsewhere')
            : saved_at !== null && (
                <>
                  <Icon name="check" small />
                  {other_tab ? (
                    t('other_tab')
                  ) : full && user ? (
                    <>
                      {t('no_room')} <Link to={paths.user(user.username, 'drafts')}>{t('no_room_list')}</Link>
                    </>
                  ) : (
                    <>
                      {t(shared ? 'saved_everywhere' : 'saved')} <Time at={saved_at} exact />
                    </>
                  )}
                </>
              )}
      </span>
      {(discarded || elsewhere || saved_at !== null) && (
        // One button for all of these, so that the focus stays on it.
        <button type="button" className="text-button" onClick={discarded || elsewhere ? undo : discard}>
          {t(discarded ? 'undo' : elsewhere ? 'other_text' : 'discard')}
        </button>
      )}
      {elsewhere && saved_at !== null && (
        <button type="button" className="text-button" onClick={keepThis}>
          {t('keep_this')}
        </button>
      )}
    </span>
  )
}
