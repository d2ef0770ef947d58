import { searchSettings } from '@askwell/contract/configuration.ts'
import { SETTINGS_QUERY_MAX } from '@askwell/contract/limits.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { FindSetting } from './find-setting.tsx'
import type { Route } from './+types/find.ts'

const load = async ({ call, url }: RouteContext) => {
  const query = (url.searchParams.get('query') ?? '').slice(0, SETTINGS_QUERY_MAX)
  return { query, found: await call(searchSettings, { query: { query } }) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Settings by their name, what they are set to and what they are about; each leads to its field. */
export default function FindPage({ loaderData: { query, found } }: Route.ComponentProps) {
  const t = useText('audit')
  return (
    <>
      <PageMeta title={t('search_title')} hidden />
      <PageTitle note={query && t('search_found', { count: found.length })}>{t('search_title')}</PageTitle>
      <div className="page-lead">
        <p>{t('search_help')}</p>
      </div>
      <FindSetting large query={query} />
      {query && found.length === 0 && (
        <Empty icon="search" title={t('search_none', { query })}>
          <p>{t('search_none_help')}</p>
        </Empty>
      )}
      <ul className="found-settings">
        {found.map(({ section, field, page, anchor, page_name, label, help, value }) => (
          <li key={`${section}.${field}`}>
            <h2>
              {/* Only a page that is loaded anew has a target to mark. */}
              <Link to={`${paths.admin(page)}#${anchor}`} reload>
                {label}
              </Link>
            </h2>
            <p>
              {page_name} · <code dir="ltr">{`${section}.${field}`}</code>
            </p>
            {help && <p>{help}</p>}
            {value && (
              <p>
                <bdi>{t('search_now', { value })}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
