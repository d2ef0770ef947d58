import { privilegeSettings, type PrivilegeLevel, savePrivilegeSettings } from '@askwell/contract/administration.ts'
import { useState } from 'react'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/privileges.ts'

const CUSTOM = 99

const load = ({ call }: RouteContext) => call(privilegeSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) => {
  const level = Number(text(form, 'level')) as PrivilegeLevel
  const figures = [...form.entries()]
    .filter(([name]) => name.startsWith('rank.'))
    .map(([key, value]) => ({ key, value: Number(value) }))
  return call(savePrivilegeSettings, { body: { level, custom_privileges: level === CUSTOM ? figures : [] } })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Privileges({ loaderData: { options, selected_level } }: Route.ComponentProps) {
  const t = useText('admin')
  const [level, setLevel] = useState<number>(selected_level)
  const shown = options.find((option) => option.level === level) ?? options[0]!
  return (
    <SettingsPage title={t('page_privileges')} lead={t('privileges_lead')}>
      {(field) => (
        <>
          <Select
            {...field('level', selected_level)}
            label={t('level')}
            onChange={(event) => setLevel(Number(event.target.value))}
            options={options.map((option) => ({ value: String(option.level), label: option.level_desc }))}
          />
          {shown.privileges.map(({ key, label, value }) => (
            <TextInput
              key={`${level}.${key}`}
              {...field(key, value)}
              label={label}
              type="number"
              min={1}
              readOnly={level !== CUSTOM}
            />
          ))}
        </>
      )}
    </SettingsPage>
  )
}
