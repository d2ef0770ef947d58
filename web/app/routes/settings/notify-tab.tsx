import {
  CHANNEL_EVENTS,
  channelChoices,
  type ChannelChoices,
  CHANNELS,
  DIGESTS,
  mutedTopics,
  muteTopic,
  saveChannelChoices,
} from '@askwell/contract/channels.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { MAIL_SOURCES, mailChoices, saveMailChoices } from '@askwell/contract/emails.ts'
import { deleteSavedSearch, savedSearches } from '@askwell/contract/saved-searches.ts'
import { tag } from '@askwell/contract/tags.ts'
import { isOn, PageForm, type Submission, text } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import type { RouteContext } from '../../session.ts'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'
import { Time } from '../../ui/time.tsx'
import { timeZones } from '../../i18n/time-zones.ts'
import { ChannelMatrix } from './channel-matrix.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { MutedPanel } from './muted-panel.tsx'
import { SearchesPanel } from './searches-panel.tsx'

const HOUR = 3600
/** How long one wants to hear nothing, in seconds. */
const PAUSES = { hour: HOUR, evening: 8 * HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const

export const loadNotify = async ({ call }: RouteContext) => {
  const [mails, channels, muted, searches] = await Promise.all([
    call(mailChoices),
    call(channelChoices),
    call(mutedTopics),
    call(savedSearches),
  ])
  return {
    mails,
    channels,
    muted: muted.list,
    searches: searches.list,
    zones: timeZones(channels.time_zone, new Date()),
  }
}

const minutes = (time: string) => {
  const [hour, minute] = time.split(':').map(Number)
  return ((hour ?? 0) * 60 + (minute ?? 0)) % (24 * 60) || 0
}
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** When a pause ends; undefined where it stays as it is. */
const mutedUntil = (pause: string) => {
  if (pause === 'none') return 0
  const seconds = PAUSES[pause as keyof typeof PAUSES]
  return seconds === undefined ? undefined : Math.floor(Date.now() / 1000) + seconds
}

export const saveNotify = async ({ call, form }: Submission) => {
  if (form.get('intent') === 'unmute')
    return call(muteTopic, { body: { object_id: text(form, 'object_id'), mute: false } })
  if (form.get('intent') === 'delete-search')
    return call(deleteSavedSearch, { body: { id: Number(text(form, 'search_id')) } })
  if (form.get('intent') === 'mute-tag') {
    const name = text(form, 'tag').trim().toLowerCase().replaceAll(' ', '-')
    return call(muteTopic, { body: { object_id: (await call(tag, { query: { name } })).tag_id } })
  }
  const [site, mail, push] = CHANNELS.map((channel) =>
    CHANNEL_EVENTS.filter((event) => isOn(form, `${channel}.${event}`)),
  )
  const plugins = form.getAll('plugin').map(String)
  const body: Partial<ChannelChoices> = {
    plugins: plugins.map((slug_name) => ({
      slug_name,
      events: CHANNEL_EVENTS.filter((event) => isOn(form, `plugin.${slug_name}.${event}`)),
    })),
    site,
    mail,
    push,
    digest: text(form, 'digest') as ChannelChoices['digest'],
    muted_until: mutedUntil(text(form, 'pause')),
    quiet_from: minutes(text(form, 'quiet_from')),
    quiet_to: minutes(text(form, 'quiet_to')),
    time_zone: text(form, 'time_zone'),
  }
  await call(saveChannelChoices, { body })
  return call(saveMailChoices, {
    body: Object.fromEntries(
      MAIL_SOURCES.map((source) => [
        source,
        { key: 'email', enable: source === 'inbox' ? (mail?.length ?? 0) > 0 : isOn(form, source) },
      ]),
    ),
  })
}

type Loaded = Awaited<ReturnType<typeof loadNotify>>

/** By which ways one hears of what. On the site itself everything is to be found anyway. */
export function NotifyTab({ mails, channels, muted, searches, zones }: Loaded) {
  const t = useText('settings')
  return (
    <>
      <PageForm intent="notify">
        {(field, { busy, done }) => (
          <>
            <h2 className="channels-title">{t('channels_title')}</h2>
            <p className="page-lead">{t('channels_lead')}</p>
            <ChannelMatrix key={JSON.stringify([channels, mails])} channels={channels} mails={mails} />
            <Settings foot={<SaveFoot save={t('save')} saved={t('saved')} {...{ busy, done }} />}>
              <Select
                {...field('digest', channels.digest)}
                label={t('digest')}
                help={t('digest_help')}
                options={DIGESTS.map((value) => ({ value, label: t(`digest_${value}`) }))}
              />
              <Pause key={channels.muted_until} until={channels.muted_until} />
              <QuietHours channels={channels} />
              <Select
                {...field('time_zone', channels.time_zone)}
                label={t('time_zone')}
                help={t('time_zone_help')}
                options={[{ value: '', label: t('as_site') }, ...zones]}
              />
            </Settings>
          </>
        )}
      </PageForm>
      <DevicesPanel pushKey={channels.push_key} devices={channels.devices} />
      <SearchesPanel searches={searches} />
      <MutedPanel topics={muted} />
    </>
  )
}

function Pause({ until }: { until: number }) {
  const t = useText('settings')
  const options = [
    { value: 'keep', label: t(until > 0 ? 'pause_keep' : 'pause_off') },
    ...(until > 0 ? [{ value: 'none', label: t('pause_none') }] : []),
    ...(Object.keys(PAUSES) as (keyof typeof PAUSES)[]).map((value) => ({ value, label: t(`pause_${value}`) })),
  ]
  return (
    <Select
      name="pause"
      label={t('pause')}
      help={
        until > 0 ? (
          <>
            {t('pause_until')} <Time at={until} exact />
          </>
        ) : (
          t('pause_help')
        )
      }
      options={options}
      defaultValue="keep"
    />
  )
}

function QuietHours({ channels }: { channels: ReplyOf<typeof channelChoices> }) {
  const t = useText('settings')
  return (
    <SettingRow name={t('quiet')} help={t('quiet_help')}>
      <div className="quiet-hours">
        <input
          className="input"
          type="time"
          name="quiet_from"
          aria-label={t('quiet_from')}
          defaultValue={clock(channels.quiet_from)}
        />
        –
        <input
          className="input"
          type="time"
          name="quiet_to"
          aria-label={t('quiet_to')}
          defaultValue={clock(channels.quiet_to)}
        />
      </div>
    </SettingRow>
  )
}
