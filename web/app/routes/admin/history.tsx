import { restorePlugin, restoreSettings } from '@askwell/contract/configuration.ts'
import { pluginConfig } from '@askwell/contract/plugins.ts'
import { data, redirect, useActionData } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, RefusalErrors, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { readHistory } from './read-history.ts'
import { type HistoryOf, SECTIONS_OF, type SettingsPageName, settingsPageIn } from './setting-sections.ts'
import { SettingsHistory } from './settings-history.tsx'
import type { Route } from './+types/history.ts'

const askedIn = (url: URL): HistoryOf => {
  const plugin = url.searchParams.get('plugin')
  if (plugin) return { plugin }
  const page = settingsPageIn(url.searchParams.get('page'))
  if (!page) throw data(null, { status: 404 })
  return { page }
}

const placeOf = (of: HistoryOf) => paths.admin('plugin' in of ? of.plugin : of.page)

const load = async ({ call, url }: RouteContext) => {
  const of = askedIn(url)
  if ('page' in of) return { of, plugin: '', history: await readHistory(call, of) }
  const { name } = await call(pluginConfig, { query: { plugin_slug_name: of.plugin } })
  if (!name) throw data(null, { status: 404 })
  return { of, plugin: name, history: await readHistory(call, of) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission) => {
  const of = askedIn(url)
  const [before, latest] = [text(form, 'before'), text(form, 'latest')]
  await ('plugin' in of
    ? call(restorePlugin, { body: { plugin_slug_name: of.plugin, before, latest } })
    : call(restoreSettings, { body: { sections: SECTIONS_OF[of.page].join(','), before, latest } }))
  return redirect(`${placeOf(of)}?restored=${latest}`)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const pageWords = (page: SettingsPageName) => {
  if (page === 'users/settings') return 'page_profiles'
  return page === 'slow-queries' ? 'page_slow_queries' : (`page_${page}` as const)
}

/** Going back leads to the page of the settings; where that was refused, one is here and sees why. */
export default function HistoryPage({ loaderData: { of, plugin, history } }: Route.ComponentProps) {
  const [t, admin] = [useText('audit'), useText('admin')]
  const outcome = useActionData() as Outcome | undefined
  const name = 'plugin' in of ? plugin : admin(pageWords(of.page))
  return (
    <>
      <PageMeta title={t('history')} hidden />
      <PageTitle note={<Link to={placeOf(of)}>{name}</Link>}>{t('history')}</PageTitle>
      <RefusalErrors refusal={outcome && !outcome.ok ? outcome : undefined} />
      <SettingsHistory of={of} history={history} />
    </>
  )
}
