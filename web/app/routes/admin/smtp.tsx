import { saveSmtpSettings, type Smtp, SMTP_PORTS, smtpSettings } from '@askwell/contract/administration.ts'
import { sendUnsentMails, unsentMails } from '@askwell/contract/emails.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SettingsPage } from './settings-page.tsx'
import { SmtpConversation } from './smtp-conversation.tsx'
import { RETRY, UnsentMail } from './unsent-mail.tsx'
import type { Route } from './+types/smtp.ts'

const load = async ({ call }: RouteContext) => {
  const [now, unsent] = await Promise.all([call(smtpSettings), call(unsentMails)])
  return { now, unsent }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  text(form, 'intent') === RETRY
    ? call(sendUnsentMails, { body: {} })
    : call(saveSmtpSettings, {
        body: {
          from_email: text(form, 'from_email'),
          from_name: text(form, 'from_name'),
          smtp_host: text(form, 'smtp_host'),
          smtp_port: Number(text(form, 'smtp_port')),
          encryption: text(form, 'encryption') as Smtp['encryption'],
          smtp_authentication: isOn(form, 'smtp_authentication'),
          smtp_username: text(form, 'smtp_username'),
          smtp_password: text(form, 'smtp_password'),
          test_email_recipient: text(form, 'test_email_recipient'),
        },
      })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** A port that is usual for one encryption becomes the one that is usual for the other; a port of one's own stays. */
const fitPort = ({ form, value }: HTMLSelectElement) => {
  const port = form?.elements.namedItem('smtp_port')
  if (port instanceof HTMLInputElement && Object.values(SMTP_PORTS).includes(Number(port.value)))
    port.value = String(SMTP_PORTS[value as Smtp['encryption']])
}

export default function SmtpPage({ loaderData: { now, unsent } }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage
      title={t('page_smtp')}
      lead={unsent.count > 0 && <UnsentMail {...unsent} />}
      labels={{
        from_email: t('from_email'),
        from_name: t('from_name'),
        smtp_host: t('smtp_host'),
        smtp_port: t('smtp_port'),
        encryption: t('encryption'),
        smtp_username: t('smtp_username'),
        smtp_password: t('smtp_password'),
        test_email_recipient: t('test_email'),
      }}
    >
      {(field, switched) => (
        <>
          <TextInput
            {...field('from_email', now.from_email)}
            label={t('from_email')}
            help={t('from_email_help')}
            type="email"
          />
          <TextInput {...field('from_name', now.from_name)} label={t('from_name')} />
          <TextInput {...field('smtp_host', now.smtp_host)} label={t('smtp_host')} />
          <TextInput {...field('smtp_port', now.smtp_port)} label={t('smtp_port')} type="number" min={1} max={65535} />
          <Select
            {...field('encryption', now.encryption)}
            label={t('encryption')}
            help={t('encryption_help')}
            onChange={(event) => fitPort(event.currentTarget)}
            options={[
              { value: '', label: t('encryption_none') },
              { value: 'TLS', label: t('encryption_tls') },
              { value: 'SSL', label: t('encryption_ssl') },
            ]}
          />
          <SettingRow name={t('authentication')}>
            <Switch
              name="smtp_authentication"
              label={t('smtp_authentication')}
              defaultChecked={switched('smtp_authentication', now.smtp_authentication)}
            />
          </SettingRow>
          <TextInput {...field('smtp_username', now.smtp_username)} label={t('smtp_username')} autoComplete="off" />
          <TextInput
            {...field('smtp_password')}
            defaultValue={now.smtp_password}
            label={t('smtp_password')}
            type="password"
            autoComplete="off"
          />
          <TextInput
            {...field('test_email_recipient')}
            label={t('test_email')}
            help={t('test_email_help')}
            type="email"
          />
          <SmtpConversation />
        </>
      )}
    </SettingsPage>
  )
}
