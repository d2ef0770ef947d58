import { type Legal, legalSettings, saveLegalSettings } from '@askwell/contract/site-settings.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { renderText } from '../../components/editor/editor-calls.ts'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { FieldLayout } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { SettingsPage } from './settings-page.tsx'
import type { Route } from './+types/legal.ts'

const load = ({ call }: RouteContext) => call(legalSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) => {
  const external: Legal['external_content_display'] = isOn(form, 'ask_external')
    ? 'ask_before_display'
    : 'always_display'
  return call(saveLegalSettings, {
    body: {
      terms_of_service_original_text: text(form, 'terms_of_service_original_text'),
      privacy_policy_original_text: text(form, 'privacy_policy_original_text'),
      external_content_display: external,
    },
  })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function LegalSettings({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <SettingsPage
      title={t('page_legal')}
      labels={{ terms_of_service_original_text: t('terms'), privacy_policy_original_text: t('privacy_policy') }}
    >
      {(field, switched) => (
        <>
          {/* An editor needs the whole width. */}
          <FieldLayout value="above">
            <MarkdownField
              {...field('terms_of_service_original_text', now.terms_of_service_original_text)}
              label={t('terms')}
              help={
                <>
                  {t('terms_help')} <Link to={paths.tos()}>{t('see_page')}</Link>
                </>
              }
              render={renderText}
              rows={12}
            />
            <MarkdownField
              {...field('privacy_policy_original_text', now.privacy_policy_original_text)}
              label={t('privacy_policy')}
              help={
                <>
                  {t('privacy_policy_help')} <Link to={paths.privacy()}>{t('see_page')}</Link>
                </>
              }
              render={renderText}
              rows={12}
            />
          </FieldLayout>
          <SettingRow name={t('external_content')} help={t('external_content_help')}>
            <Switch
              name="ask_external"
              label={t('ask_external')}
              defaultChecked={switched('ask_external', now.external_content_display === 'ask_before_display')}
            />
          </SettingRow>
        </>
      )}
    </SettingsPage>
  )
}
