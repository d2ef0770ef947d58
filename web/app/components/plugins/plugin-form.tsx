import type { FormField, PluginPagePart } from '@askwell/contract/plugin-pages.ts'
import { Form } from 'react-router'
import { type FieldOf, PageForm, switchesOf } from '../../forms.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type PluginFormPart = Extract<PluginPagePart, { part: 'form' }>

interface FieldProps {
  /** One name may be in several forms of a page. */
  id: string
  shown: FormField
  field: FieldOf
  switched: (name: string, now: boolean) => boolean
}

const INPUTS = { text: 'text', number: 'number', date: 'date', time: 'time' } as const

function PluginFormField({ id, shown, field, switched }: FieldProps) {
  const { name, kind, label, help, value = '', options = [], required } = shown
  const common = { ...field(name, value), id, label, help, required }
  switch (kind) {
    case 'hidden':
      return <input type="hidden" name={name} value={value} />
    case 'switch':
      return <Switch id={id} name={name} label={label} help={help} defaultChecked={switched(name, value === 'on')} />
    case 'choice':
      return <Select {...common} options={options} />
    case 'long':
      return <Textarea {...common} rows={5} />
    case 'text':
    case 'number':
    case 'date':
    case 'time':
      return <TextInput {...common} type={INPUTS[kind]} />
  }
}

/** Fields that everybody sees, each with its name for the list of what is wrong. */
const labelsOf = (fields: FormField[]) =>
  Object.fromEntries(fields.flatMap(({ name, kind, label }) => (kind === 'hidden' ? [] : [[name, label]])))

/** A form that a plugin describes. What is wrong is said by the plugin, at the fields; what was typed stays. */
export function PluginForm({ name, method = 'post', fields, button, look, place }: PluginFormPart & { place: number }) {
  const idOf = (field: string) => `plugin-${place}-${field}`
  const plain: FieldOf = (field, before) => ({ name: field, error: undefined, defaultValue: String(before ?? '') })
  if (method === 'get')
    return (
      <Form className="plugin-form" method="get">
        {fields.map((shown) => (
          <PluginFormField
            key={shown.name}
            id={idOf(shown.name)}
            shown={shown}
            field={plain}
            switched={(_, now) => now}
          />
        ))}
        <SubmitButton look={look ?? 'plain'}>{button}</SubmitButton>
      </Form>
    )
  return (
    <PageForm className="plugin-form" intent={name} labels={labelsOf(fields)}>
      {(field, { busy, refusal }) => (
        <>
          {fields.map((shown) => (
            <PluginFormField
              key={shown.name}
              id={idOf(shown.name)}
              shown={shown}
              field={field}
              switched={switchesOf(refusal)}
            />
          ))}
          <SubmitButton busy={busy} look={look ?? 'primary'}>
            {button}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
