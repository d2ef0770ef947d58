import { DISPLAY_NAME, PASSWORD, SITE_NAME_WIZARD, SITE_URL_MAX } from '@askwell/contract/limits.ts'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextInput } from '../../ui/text-input.tsx'

export function SiteStep({ language, address }: { language: string; address: string }) {
  const t = useText('install')
  return (
    <PageForm
      intent="site"
      labels={{
        site_name: t('site_name'),
        site_url: t('site_url'),
        contact_email: t('contact_email'),
        name: t('admin_name'),
        email: t('admin_email'),
        password: t('admin_password'),
        password2: t('password_again'),
      }}
    >
      {(field, { busy, refusal }) => (
        <>
          <p className="login-lead">{t('site_lead')}</p>
          <input type="hidden" name="lang" value={language} />
          <input type="hidden" name="differ" value={t('passwords_differ')} />
          <TextInput {...field('site_name')} label={t('site_name')} maxLength={SITE_NAME_WIZARD.max} required />
          <TextInput
            {...field('site_url', address)}
            label={t('site_url')}
            help={t('site_url_help')}
            type="url"
            maxLength={SITE_URL_MAX}
            required
          />
          <TextInput
            {...field('contact_email')}
            label={t('contact_email')}
            help={t('contact_email_help')}
            type="email"
            required
          />
          <Checkbox
            name="login_required"
            label={t('private')}
            help={t('private_help')}
            defaultChecked={refusal?.values.login_required === 'on'}
          />
          <Checkbox
            name="ask_before_display"
            label={t('ask_external')}
            help={t('ask_external_help')}
            defaultChecked={refusal?.values.ask_before_display === 'on'}
          />
          <h2>{t('admin')}</h2>
          <TextInput
            {...field('name')}
            label={t('admin_name')}
            maxLength={DISPLAY_NAME.max}
            autoComplete="username"
            required
          />
          <TextInput {...field('email')} label={t('admin_email')} type="email" autoComplete="email" required />
          <TextInput
            {...field('password')}
            label={t('admin_password')}
            help={t('password_help', PASSWORD)}
            type="password"
            autoComplete="new-password"
            maxLength={PASSWORD.max}
            required
          />
          <TextInput
            {...field('password2')}
            label={t('password_again')}
            type="password"
            autoComplete="new-password"
            required
          />
          <SubmitButton block size="large" busy={busy}>
            {t('install')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
