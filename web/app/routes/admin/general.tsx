import { SITE_DESCRIPTION_MAX, SITE_NAME, SHORT_DESCRIPTION_MAX } from '@askwell/contract/limits.ts'
import { generalSettings, saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/general.ts'

const load = ({ call }: RouteContext) => call(generalSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(saveGeneralSettings, {
    body: {
      name: text(form, 'name'),
      short_description: text(form, 'short_description'),
      description: text(form, 'description'),
      site_url: text(form, 'site_url'),
      contact_email: text(form, 'contact_email'),
      check_update: isOn(form, 'check_update'),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function General({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage title={t('page_general')}>
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
          <SettingRow name={t('updates')}>
            <Switch
              name="check_update"
              label={t('check_update')}
              defaultChecked={switched('check_update', now.check_update)}
            />
          </SettingRow>
        </>
      )}
    </SettingsPage>
  )
}
