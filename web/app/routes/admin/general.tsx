import { SITE_DESCRIPTION_MAX, SITE_NAME, SHORT_DESCRIPTION_MAX } from '@askwell/contract/limits.ts'
import {
  generalSettings,
  notificationSettings,
  saveGeneralSettings,
  saveNotificationSettings,
  saveUpdateSettings,
  updateSettings,
} from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/general.ts'

const load = async ({ call }: RouteContext) => ({
  ...(await call(generalSettings)),
  ...(await call(notificationSettings)),
  ...(await call(updateSettings)),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form }: Submission) => {
  await call(saveNotificationSettings, { body: { notification_days: Number(text(form, 'notification_days')) } })
  await call(saveUpdateSettings, { body: { update_url: text(form, 'update_url') } })
  return call(saveGeneralSettings, {
    body: {
      name: text(form, 'name'),
      short_description: text(form, 'short_description'),
      description: text(form, 'description'),
      site_url: text(form, 'site_url'),
      contact_email: text(form, 'contact_email'),
      check_update: isOn(form, 'check_update'),
    },
  })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function General({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage
      title={t('page_general')}
      labels={{
        name: t('site_name'),
        site_url: t('site_url'),
        short_description: t('short_description'),
        description: t('description'),
        contact_email: t('contact_email'),
        notification_days: t('notification_days'),
        update_url: t('update_url'),
      }}
    >
      {(field, switched) => (
        <>
          <TextInput {...field('name', now.name)} label={t('site_name')} maxLength={SITE_NAME.max} required />
          <TextInput
            {...field('site_url', now.site_url)}
            label={t('site_url')}
            help={t('site_url_help')}
            type="url"
            required
          />
          <TextInput
            {...field('short_description', now.short_description)}
            label={t('short_description')}
            help={t('short_description_help')}
            maxLength={SHORT_DESCRIPTION_MAX}
          />
          <Textarea
            {...field('description', now.description)}
            label={t('description')}
            help={t('description_help')}
            maxLength={SITE_DESCRIPTION_MAX}
            rows={4}
          />
          <TextInput
            {...field('contact_email', now.contact_email)}
            label={t('contact_email')}
            help={t('contact_email_help')}
            type="email"
            required
          />
          <TextInput
            {...field('notification_days', now.notification_days)}
            label={t('notification_days')}
            help={t('notification_days_help')}
            type="number"
            min={0}
            max={3650}
            required
          />
          <SettingRow name={t('updates')}>
            <Switch
              name="check_update"
              label={t('check_update')}
              defaultChecked={switched('check_update', now.check_update)}
            />
          </SettingRow>
          <TextInput
            {...field('update_url', now.update_url)}
            label={t('update_url')}
            help={t('update_url_help')}
            type="url"
          />
        </>
      )}
    </SettingsPage>
  )
}
