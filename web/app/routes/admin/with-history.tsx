import { Outlet, useSearchParams } from 'react-router'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readHistory } from './read-history.ts'
import { type HistoryOf, settingsPageIn } from './setting-sections.ts'
import { SettingsHistory } from './settings-history.tsx'
import type { Route } from './+types/with-history.ts'

const historyAt = (url: URL, plugin: string | undefined): HistoryOf | undefined => {
  if (plugin) return { plugin }
  const page = settingsPageIn(url.pathname.replace(/^\/admin\//, '').replace(/(\.data|\/)$/, ''))
  return page && { page }
}

const load = async ({ call, url, params }: RouteContext) => {
  const of = historyAt(url, params.pluginSlug)
  return of ? { of, history: await readHistory(call, of) } : null
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
/** One page of settings leads to another, and this is around both. */
export const shouldRevalidate = () => true

/** Every page of settings, and at its foot who has changed it. */
export default function WithHistory({ loaderData }: Route.ComponentProps) {
  const t = useText('audit')
  const [search] = useSearchParams()
  const restored = search.get('restored') ?? ''
  return (
    <>
      {restored && (
        <Notice kind="success" role="status">
          {t('restored')}
        </Notice>
      )}
      {/* Fields keep what they began with: after going back they begin anew. */}
      <Outlet key={restored} />
      {loaderData && <SettingsHistory {...loaderData} />}
    </>
  )
}
