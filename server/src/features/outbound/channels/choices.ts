import { CHANNEL_DEFAULTS, type ChannelEvent, type Digest } from '@askwell/contract/channels.ts'

export interface Choices {
  site: ChannelEvent[]
  mail: ChannelEvent[]
  push: ChannelEvent[]
  /** By the plugin's name. */
  plugins: Record<string, ChannelEvent[]>
  digest: Digest
  digest_at: number
  muted_until: number
  quiet_from: number
  quiet_to: number
  time_zone: string
}

export const UNCHOSEN: Choices = {
  ...CHANNEL_DEFAULTS,
  plugins: {},
  digest: 'off',
  digest_at: 0,
  muted_until: 0,
  quiet_from: 0,
  quiet_to: 0,
  time_zone: '',
}
