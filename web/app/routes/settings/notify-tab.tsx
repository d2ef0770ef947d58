import { MAIL_SOURCES, type MailChoices, saveMailChoices } from '@askwell/contract/emails.ts'
import { isOn, PageForm, type Submission } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'

export const saveNotify = ({ call, form }: Submission) =>
  call(saveMailChoices, {
    body: Object.fromEntries(MAIL_SOURCES.map((source) => [source, { key: 'email', enable: isOn(form, source) }])),
  })

/** What one is mailed about; on the site itself everything is to be found anyway. */
export function NotifyTab({ mails }: { mails: MailChoices }) {
  const t = useText('settings') // words: settings.mail_* settings.mail_*_help
  return (
    <PageForm intent="notify">
      {(_field, { busy, done, refusal }) => (
        <>
          {done && (
            <Notice kind="success" role="status">
              {t('saved')}
            </Notice>
          )}
          <Settings foot={<SubmitButton busy={busy}>{t('save')}</SubmitButton>}>
            {MAIL_SOURCES.map((source) => (
              <SettingRow key={source} name={t(`mail_${source}_name`)} help={t(`mail_${source}_help`)}>
                <Switch
                  name={source}
                  label={t(`mail_${source}`)}
                  defaultChecked={refusal ? refusal.values[source] !== undefined : mails[source].enable}
                />
              </SettingRow>
            ))}
          </Settings>
        </>
      )}
    </PageForm>
  )
}
