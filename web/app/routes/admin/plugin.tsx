import { pluginConfig, plugins, savePluginConfig } from '@askwell/contract/plugins.ts'
import { toldApart } from '@askwell/contract/told-apart.ts'
import { data } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PluginFields, pluginLabels, takePluginValues } from '../../components/layout/plugin-fields.tsx'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { PluginForbidden } from './plugin-forbidden.tsx'
import { PluginTrouble } from './plugin-trouble.tsx'
import { SettingsPage } from './settings-page.tsx'
import './user.css'
import type { Route } from './+types/plugin.ts'

const readConfig = async ({ call, params }: RouteContext) =>
  call(pluginConfig, { query: { plugin_slug_name: params.pluginSlug ?? '' } })

/** Only of plugins that are switched on. */
const load = async (visit: RouteContext) => {
  const [on, config] = await Promise.all([visit.call(plugins, { query: { status: 'active' } }), readConfig(visit)])
  const plugin = toldApart(on).find(({ slug_name }) => slug_name === config.slug_name)
  if (!config.config_fields?.length || !plugin) throw data(null, { status: 404 })
  const { trouble, forbidden } = plugin
  return { ...config, name: plugin.name, trouble, forbidden, config_fields: config.config_fields }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const { call, form } = submission
  const { slug_name, config_fields } = await readConfig(submission)
  return call(savePluginConfig, {
    body: { plugin_slug_name: slug_name, config_fields: takePluginValues(config_fields ?? [], form) },
  })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function PluginSettings({
  loaderData: { slug_name, name, description, trouble, forbidden, config_fields, last_failure },
}: Route.ComponentProps) {
  const t = useText('admin')
  const lead = (
    <>
      <p>{description}</p>
      <PluginTrouble trouble={trouble} />
      <PluginForbidden forbidden={forbidden} />
      {last_failure && (
        <Notice
          kind="warning"
          title={
            <>
              {t('sign_in_failed')} <Time at={last_failure.at} exact />
            </>
          }
        >
          {last_failure.message}
        </Notice>
      )}
    </>
  )
  return (
    <SettingsPage key={slug_name} title={name} lead={lead} labels={pluginLabels(config_fields)}>
      {(field, switched) => <PluginFields fields={config_fields} {...{ field, switched }} />}
    </SettingsPage>
  )
}
