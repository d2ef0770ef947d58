import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

/** For members: to hear when something new fits this search. */
export function SaveSearch({ q, saved }: { q: string; saved: boolean }) {
  const t = useText('search')
  if (saved)
    return (
      <p className="search-saved" role="status">
        <Icon name="check" small /> {t('saved_yet')} <Link to="/users/settings/notify#searches">{t('saved_all')}</Link>
      </p>
    )
  return (
    <PageForm intent="save">
      {(_, { busy }) => (
        <div className="search-saved">
          <input type="hidden" name="q" value={q} />
          <SubmitButton busy={busy} look="plain" size="small">
            {t('save')}
          </SubmitButton>
          <small>{t('save_note')}</small>
        </div>
      )}
    </PageForm>
  )
}
