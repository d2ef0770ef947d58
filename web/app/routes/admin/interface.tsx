import { siteLanguageOptions } from '@askwell/contract/site.ts'
import { interfaceSettings, saveInterfaceSettings } from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingsPage } from './settings-page.tsx'
import { timeZones } from '../../i18n/time-zones.ts'
import type { Route } from './+types/interface.ts'

const load = async ({ call }: RouteContext) => {
  const [now, languages] = await Promise.all([call(interfaceSettings), call(siteLanguageOptions)])
  return { now, languages, zones: timeZones(now.time_zone, new Date()) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveInterfaceSettings, { body: { language: text(form, 'language'), time_zone: text(form, 'time_zone') } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function InterfaceSettings({ loaderData: { now, languages, zones } }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage title={t('page_interface')} labels={{ language: t('language'), time_zone: t('time_zone') }}>
      {(field) => (
        <>
          <Select
            {...field('language', now.language)}
            label={t('language')}
            help={t('language_help')}
            options={languages.map(({ value, label, progress }) => ({
              value,
              label: progress === 100 ? label : t('language_progress', { language: label, progress }),
            }))}
          />
          <Select
            {...field('time_zone', now.time_zone)}
            label={t('time_zone')}
            help={t('time_zone_help')}
            options={zones}
          />
        </>
      )}
    </SettingsPage>
  )
}
