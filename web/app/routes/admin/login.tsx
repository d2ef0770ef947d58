import { loginSettings, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/login.ts'

const SWITCHES = [
  'allow_new_registrations',
  'allow_email_registrations',
  'allow_password_login',
  'login_required',
  'staff_second_factor',
] as const

const load = ({ call }: RouteContext) => call(loginSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveLoginSettings, {
    body: {
      allow_new_registrations: isOn(form, 'allow_new_registrations'),
      allow_email_registrations: isOn(form, 'allow_email_registrations'),
      allow_password_login: isOn(form, 'allow_password_login'),
      login_required: isOn(form, 'login_required'),
      staff_second_factor: isOn(form, 'staff_second_factor'),
      allow_email_domains: text(form, 'allow_email_domains')
        .split(/[\s,]+/)
        .filter(Boolean),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function LoginSettings({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage
      title={t('page_login')}
      labels={{
        ...Object.fromEntries(SWITCHES.map((name) => [name, t(`${name}_name`)])),
        allow_email_domains: t('email_domains'),
      }}
    >
      {(field, switched) => (
        <>
          {SWITCHES.map((name) => (
            <SettingRow key={name} name={t(`${name}_name`)} help={t(`${name}_help`)}>
              <Switch
                name={name}
                label={t(name)}
                error={field(name).error}
                defaultChecked={switched(name, now[name])}
              />
            </SettingRow>
          ))}
          <Textarea
            {...field('allow_email_domains', now.allow_email_domains.join('\n'))}
            label={t('email_domains')}
            help={t('email_domains_help')}
            rows={3}
          />
        </>
      )}
    </SettingsPage>
  )
}
