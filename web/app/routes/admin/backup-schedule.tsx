import { BACKUP_PLACES, BACKUP_RHYTHMS, type BackupSchedule } from '@askwell/contract/backups.ts'
import { BACKUPS_KEPT } from '@askwell/contract/limits.ts'
import { PageForm } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Select } from '../../ui/select.tsx'
import { Settings } from '../../ui/settings.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { S3Fields } from './s3-fields.tsx'

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
              <S3Fields {...{ field, now }} passwordHelp={t('schedule_password_help')} />
            </div>
          </Settings>
        )}
      </PageForm>
    </Panel>
  )
}
