import type { SavedSearch } from '@askwell/contract/saved-searches.ts'
import { withQuery } from '../../components/lists/listing.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

/** Searches whose owner hears when something new fits. */
export function SearchesPanel({ searches }: { searches: SavedSearch[] }) {
  const t = useText('settings')
  return (
    <Panel title={t('saved_searches')} note={t('saved_searches_note')} id="searches">
      {searches.length === 0 && <p>{t('saved_none')}</p>}
      <ul className="muted-list">
        {searches.map(({ id, q, created_at, told_at }) => (
          <li key={id}>
            <span>
              <Link to={withQuery('/search', { q, order: 'newest' }, {})} dir="auto">
                {q}
              </Link>{' '}
              <small>
                {told_at ? t('saved_told') : t('saved_since')} <Time at={told_at || created_at} />
              </small>
            </span>
            <PageForm intent="delete-search">
              {() => (
                <>
                  <input type="hidden" name="search_id" value={id} />
                  <Button type="submit" size="small" aria-label={t('saved_delete_of', { q })}>
                    {t('saved_delete')}
                  </Button>
                </>
              )}
            </PageForm>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
