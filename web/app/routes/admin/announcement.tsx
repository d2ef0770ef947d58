import { announcement, type Announcement, AUDIENCES, saveAnnouncement } from '@askwell/contract/notices.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { useSite } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { NoticeWords, wordsIn } from './notice-words.tsx'
import { SettingsPage } from './settings-page.tsx'
import { fromLocal, toLocal } from './zoned-time.ts'
import type { Route } from './+types/announcement.ts'

const load = ({ call }: RouteContext) => call(announcement)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form, site }: Submission) =>
  call(saveAnnouncement, {
    body: {
      words: wordsIn(form),
      audience: text(form, 'audience') as Announcement['audience'],
      until: fromLocal(text(form, 'until'), site!.interface.time_zone || 'UTC'),
      dismissible: isOn(form, 'dismissible'),
    },
  })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function AnnouncementPage({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin_operations')
  const words = useText('admin')
  const zone = useSite().interface.time_zone || 'UTC'
  return (
    <SettingsPage
      title={words('page_announcement')}
      labels={{ until: t('announcement_until') }}
      lead={<p>{t('announcement_lead')}</p>}
    >
      {(field, switched) => (
        <>
          <NoticeWords field={field} words={now.words} />
          <Select
            {...field('audience', now.audience)}
            label={t('announcement_audience')}
            options={AUDIENCES.map((value) => ({ value, label: t(`audience_${value}`) }))}
          />
          <TextInput
            {...field('until', toLocal(now.until, zone))}
            label={t('announcement_until')}
            help={t('announcement_until_help')}
            type="datetime-local"
          />
          <SettingRow name={t('announcement_dismissible_name')} help={t('announcement_dismissible_help')}>
            <Switch
              name="dismissible"
              label={t('announcement_dismissible')}
              defaultChecked={switched('dismissible', now.dismissible)}
            />
          </SettingRow>
        </>
      )}
    </SettingsPage>
  )
}
