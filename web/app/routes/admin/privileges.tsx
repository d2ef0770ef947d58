import {
  privilegeSettings,
  type PrivilegeLevel,
  type PrivilegeSettings,
  savePrivilegeSettings,
} from '@askwell/contract/administration.ts'
import { PRIVILEGE_MIN } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { useState } from 'react'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, isFieldList, onServer, type RouteContext } from '../../session.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Select } from '../../ui/select.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/privileges.ts'

type Options = PrivilegeSettings['options']
const CUSTOM = 99

const load = ({ call }: RouteContext) => call(privilegeSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

interface Figure {
  key: string
  value: number
}
const isWrong = ({ value }: Figure) => !Number.isInteger(value) || value < PRIVILEGE_MIN

/** The figures are one field of the call; here each has its own. */
const namingFigures = (figures: Figure[]) => (error: unknown) => {
  if (!(error instanceof CallFailed) || !isFieldList(error.data)) throw error
  const wrong = figures.filter(isWrong)
  const named = error.data.flatMap((one) =>
    one.error_field === 'custom_privileges' && wrong.length > 0
      ? wrong.map(({ key }) => ({ ...one, error_field: key }))
      : [one],
  )
  throw new CallFailed(error.status, error.reason, error.message, named)
}

const send = ({ call, form }: Submission) => {
  const level = Number(text(form, 'level')) as PrivilegeLevel
  const figures = [...form.entries()]
    .filter(([name]) => name.startsWith('rank.'))
    .map(([key, value]) => ({ key, value: Number(value) }))
  return call(savePrivilegeSettings, { body: { level, custom_privileges: level === CUSTOM ? figures : [] } }).catch(
    namingFigures(figures),
  )
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** What each preset asks for, so that they can be compared before one is chosen. */
function Presets({ options }: { options: Options }) {
  const t = useText('admin')
  const { number } = useLanguage()
  const presets = options.filter((option) => option.level !== CUSTOM)
  return (
    <Panel title={t('privileges_compared')}>
      <Table
        caption={t('privileges_compared')}
        columns={[
          { name: t('privileges_action') },
          ...presets.map(({ level_desc }) => ({ name: level_desc, number: true })),
        ]}
      >
        {presets[0]!.privileges.map(({ key, label }, place) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {presets.map(({ level, level_desc, privileges }) => (
              <td key={level} data-label={level_desc} className="number">
                {number(privileges[place]!.value)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

export default function Privileges({ loaderData: { options, selected_level } }: Route.ComponentProps) {
  const t = useText('admin')
  const [level, setLevel] = useState<number>(selected_level)
  const shown = options.find((option) => option.level === level) ?? options[0]!
  return (
    <>
      <SettingsPage
        title={t('page_privileges')}
        lead={t('privileges_lead')}
        labels={{ level: t('level'), ...Object.fromEntries(shown.privileges.map(({ key, label }) => [key, label])) }}
      >
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
      <Presets options={options} />
    </>
  )
}
