import { BACKUP_PLACES, BACKUP_RHYTHMS, type BackupSchedule } from '@askwell/contract/backups.ts'
import { BACKUPS_KEPT, PASSWORD } from '@askwell/contract/limits.ts'
import { PageForm } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Select } from '../../ui/select.tsx'
import { Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** The first of these days was a Sunday. */
const SOME_SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** When backups are made by themselves, where, and how many stay. */
export function BackupScheduleForm({ now }: { now: BackupSchedule }) {
  const t = useText('admin_operations')
  const { tag } = useLanguage()
  const dayName = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  const hourName = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return (
    <Panel title={t('schedule_title')}>
      <PageForm intent="schedule" labels={{ count: t('schedule_count'), storage_pass: t('password') }}>
        {(field, { busy, done }) => (
          <Settings foot={<SaveFoot save={t('save')} saved={t('saved')} {...{ busy, done }} />}>
            <Select
              {...field('every', now.every)}
              label={t('schedule_every')}
              options={BACKUP_RHYTHMS.map((value) => ({ value, label: t(`schedule_${value}`) }))}
            />
            <div className="if-backups">
              <Select
                {...field('hour', now.hour)}
                label={t('schedule_hour')}
                help={t('schedule_hour_help')}
                options={Array.from({ length: 24 }, (_, hour) => ({
                  value: String(hour),
                  label: hourName.format(SOME_SUNDAY + hour * HOUR_MS),
                }))}
              />
            </div>
            <div className="if-weekly">
              <Select
                {...field('weekday', now.weekday)}
                label={t('schedule_weekday')}
                help={t('schedule_weekday_help')}
                options={Array.from({ length: 7 }, (_, day) => ({
                  value: String(day),
                  label: dayName.format(SOME_SUNDAY + day * DAY_MS),
                }))}
              />
            </div>
            <TextInput
              {...field('count', now.count)}
              label={t('schedule_count')}
              help={t('schedule_count_help')}
              type="number"
              {...BACKUPS_KEPT}
              required
            />
            <Select
              {...field('place', now.place)}
              label={t('backup_place')}
              help={t('schedule_place_help')}
              options={BACKUP_PLACES.map((value) => ({ value, label: t(`backup_place_${value}`) }))}
            />
            <div className="if-s3">
              <TextInput
                {...field('s3_endpoint', now.s3_endpoint)}
                label={t('s3_endpoint')}
                help={t('s3_endpoint_help')}
                type="url"
              />
              <TextInput {...field('s3_region', now.s3_region)} label={t('s3_region')} help={t('s3_region_help')} />
              <TextInput {...field('s3_bucket', now.s3_bucket)} label={t('s3_bucket')} />
              <TextInput {...field('s3_prefix', now.s3_prefix)} label={t('s3_prefix')} help={t('s3_prefix_help')} />
              <TextInput {...field('s3_access_key', now.s3_access_key)} label={t('s3_access_key')} autoComplete="off" />
              <TextInput
                {...field('s3_secret_key')}
                label={t('s3_secret_key')}
                help={t('s3_secret_key_help')}
                type="password"
                autoComplete="new-password"
              />
              <TextInput
                {...field('storage_pass')}
                label={t('password')}
                help={t('schedule_password_help')}
                type="password"
                autoComplete="current-password"
                maxLength={PASSWORD.max}
              />
            </div>
          </Settings>
        )}
      </PageForm>
    </Panel>
  )
}
