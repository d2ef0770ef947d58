import { type ConfigField, pluginConfig, plugins, savePluginConfig } from '@askwell/contract/plugins.ts'
import { PLUGIN_TEXT_MAX } from '@askwell/contract/limits.ts'
import { data } from 'react-router'
import { type FieldOf, inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type Visit } from '../../session.ts'
import { Switch } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import './user.css'
import type { Route } from './+types/plugin.ts'

const readConfig = async ({ call, params }: Visit) => call(pluginConfig, { query: { plugin_slug_name: params.pluginSlug ?? '' } })

/** Only of plugins that are switched on (product-spec §1). */
const load = async (visit: Visit) => {
  const [on, config] = await Promise.all([visit.call(plugins, { query: { status: 'active' } }), readConfig(visit)])
  if (!config.config_fields?.length || !on.some(({ slug_name }) => slug_name === config.slug_name)) throw data(null, { status: 404 })
  return { ...config, config_fields: config.config_fields }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async (submission: Submission) => {
  const { call, form } = submission
  const { slug_name, config_fields } = await readConfig(submission)
  const values = (config_fields ?? []).filter(({ type }) => type !== 'legend').map(({ name, type }) => [name, type === 'switch' ? isOn(form, name) : text(form, name)])
  return call(savePluginConfig, { body: { plugin_slug_name: slug_name, config_fields: Object.fromEntries(values) as Record<string, unknown> } })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** One field of a plugin's settings, by what kind it is. */
function Setting({ shown: { name, title, description, type, value, required, options, ui_options }, field, switched }: { shown: ConfigField; field: FieldOf; switched: (name: string, now: boolean) => boolean }) {
  switch (type) {
    case 'legend': return <SettingRow name={title} help={description}><code className="plugin-address">{value}</code></SettingRow>
    case 'switch': return <SettingRow name={title} help={description}><Switch name={name} label={title} defaultChecked={switched(name, value === true)} /></SettingRow>
    case 'select': return <Select {...field(name, String(value))} label={title} help={description} options={options} required={required} />
    case 'input': return (
      <TextInput {...field(name, String(value))} label={title} help={description} type={ui_options.input_type || 'text'} required={required} maxLength={PLUGIN_TEXT_MAX} spellCheck={false}
        autoComplete={ui_options.input_type === 'password' ? 'new-password' : 'off'} />
    )
  }
}

export default function PluginSettings({ loaderData: { name, description, config_fields } }: Route.ComponentProps) {
  return (
    <SettingsPage title={name} lead={<p>{description}</p>} labels={Object.fromEntries(config_fields.map((one) => [one.name, one.title]))}>
      {(field, switched) => config_fields.map((shown) => <Setting key={shown.name} {...{ shown, field, switched }} />)}
    </SettingsPage>
  )
}
