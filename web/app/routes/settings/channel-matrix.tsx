import {
  type Channel,
  CHANNEL_EVENTS,
  type channelChoices,
  type ChannelEvent,
  CHANNELS,
  CHANNELS_OF,
} from '@askwell/contract/channels.ts'
import { MAIL_SOURCES, type MailChoices } from '@askwell/contract/emails.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { useText } from '../../i18n/text.tsx'
import '../../ui/table.css'
import './channels.css'

/** They are mailed at once, and are not among the notifications. */
const QUESTION_SOURCES = MAIL_SOURCES.filter((source) => source !== 'inbox')

interface Props {
  channels: ReplyOf<typeof channelChoices>
  mails: MailChoices
}

/** Each event in a row, each way in a column. */
export function ChannelMatrix({ channels, mails }: Props) {
  const t = useText('settings')
  const isOn = (channel: Channel, event: ChannelEvent) =>
    channels[channel].includes(event) && (channel !== 'mail' || mails.inbox.enable)
  const box = (name: string, label: string, checked: boolean) => (
    <label className="channel-box">
      <input type="checkbox" name={name} defaultChecked={checked} aria-label={label} />
    </label>
  )
  return (
    <div className="table-wrap">
      {channels.plugins.map(({ slug_name }) => (
        <input key={slug_name} type="hidden" name="plugin" value={slug_name} />
      ))}
      <table className="table channel-matrix">
        <caption className="visually-hidden">{t('channels_caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('channels_event')}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`channel_${channel}`)}
              </th>
            ))}
            {channels.plugins.map(({ slug_name, name }) => (
              <th key={slug_name} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CHANNEL_EVENTS.map((event) => (
            <tr key={event}>
              <th scope="row">{t(`event_${event}`)}</th>
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  {!CHANNELS_OF(event).includes(channel) && '–'}
                  {CHANNELS_OF(event).includes(channel) &&
                    box(
                      `${channel}.${event}`,
                      `${t(`event_${event}`)}: ${t(`channel_${channel}`)}`,
                      isOn(channel, event),
                    )}
                </td>
              ))}
              {channels.plugins.map(({ slug_name, name, events }) => (
                <td key={slug_name}>
                  {CHANNELS_OF(event).length === 1
                    ? '–'
                    : box(`plugin.${slug_name}.${event}`, `${t(`event_${event}`)}: ${name}`, events.includes(event))}
                </td>
              ))}
            </tr>
          ))}
          {QUESTION_SOURCES.map((source) => (
            <tr key={source}>
              <th scope="row">{t(`event_${source}`)}</th>
              <td>–</td>
              <td>{box(source, `${t(`event_${source}`)}: ${t('channel_mail')}`, mails[source].enable)}</td>
              <td>–</td>
              {channels.plugins.map(({ slug_name }) => (
                <td key={slug_name}>–</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
