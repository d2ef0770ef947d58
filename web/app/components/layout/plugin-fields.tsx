import { PLUGIN_TEXT_MAX } from '@askwell/contract/limits.ts'
import type { ConfigField } from '@askwell/contract/plugins.ts'
import { type FieldOf, isOn, text } from '../../forms.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'

export const takePluginValues = (fields: readonly ConfigField[], form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ type }) => type !== 'legend')
      .map(({ name, type }) => [name, type === 'switch' ? isOn(form, name) : text(form, name)]),
  )

export const pluginLabels = (fields: readonly ConfigField[]) =>
  Object.fromEntries(fields.map(({ name, title }) => [name, title]))

type Switched = (name: string, now: boolean) => boolean

/** One field of a plugin's settings, by its type. */
function PluginField({
  shown: { name, title, description, type, value, required, options, ui_options },
  field,
  switched,
}: {
  shown: ConfigField
  field: FieldOf
  switched: Switched
}) {
  switch (type) {
    case 'legend':
      return (
        <SettingRow name={title} help={description}>
          <code className="plugin-address">{value}</code>
        </SettingRow>
      )
    case 'switch':
      return (
        <SettingRow name={title} help={description}>
          <Switch
            name={name}
            label={<span className="visually-hidden">{title}</span>}
            defaultChecked={switched(name, value === true)}
          />
        </SettingRow>
      )
    case 'select':
      return (
        <Select
          {...field(name, String(value))}
          label={title}
          help={description}
          options={options}
          required={required}
        />
      )
    case 'input':
      return (
        <TextInput
          {...field(name, String(value))}
          label={title}
          help={description}
          type={ui_options.input_type || 'text'}
          required={required}
          maxLength={PLUGIN_TEXT_MAX}
          spellCheck={false}
          autoComplete={ui_options.input_type === 'password' ? 'new-password' : 'off'}
        />
      )
  }
}

/** A plugin's settings, with the plugin's own labels. */
export const PluginFields = ({
  fields,
  field,
  switched,
}: {
  fields: readonly ConfigField[]
  field: FieldOf
  switched: Switched
}) => fields.map((shown) => <PluginField key={shown.name} {...{ shown, field, switched }} />)
