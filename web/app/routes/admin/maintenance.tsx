import { MAINTENANCE_MINUTES } from '@askwell/contract/limits.ts'
import { maintenance, saveMaintenance } from '@askwell/contract/notices.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { NoticeWords, wordsIn } from './notice-words.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/maintenance.ts'

const load = ({ call }: RouteContext) => call(maintenance)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveMaintenance, {
    body: { on: isOn(form, 'on'), words: wordsIn(form), minutes: Number(text(form, 'minutes')) },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function MaintenancePage({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const words = useText('admin')
  return (
    <SettingsPage
      title={words('page_maintenance')}
      labels={{ minutes: t('maintenance_minutes') }}
      lead={
        <>
          <p>{t('maintenance_lead')}</p>
          {now.on && <Notice kind="warning" title={t('maintenance_is_on')} />}
        </>
      }
    >
      {(field, switched) => (
        <>
          <SettingRow name={t('maintenance_on_name')}>
            <Switch name="on" label={t('maintenance_on')} defaultChecked={switched('on', now.on)} />
          </SettingRow>
          <NoticeWords field={field} words={now.words} />
          <TextInput
            {...field('minutes', now.minutes)}
            label={t('maintenance_minutes')}
            type="number"
            {...MAINTENANCE_MINUTES}
            required
          />
        </>
      )}
    </SettingsPage>
  )
}
