import {
  definePlugin,
  fetchFromService,
  type Notice,
  type PluginConfig,
  safeAddress,
  textOf,
} from '@askwell/plugin-kit'

/** Delivers to a server of ntfy (https://ntfy.sh, or one's own), each member to a topic that only they know. */
const openChannel = (config: PluginConfig) => {
  const server = safeAddress(textOf(config, 'server')).href
  const token = textOf(config, 'access_token')
  return {
    async deliver({ title, text, url, recipient }: Notice, signal: AbortSignal) {
      const topic = textOf(recipient.settings, 'topic')
      if (!/^[\w-]{1,64}$/.test(topic)) return
      const { ok, status } = await fetchFromService(server, {
        method: 'POST',
        signal,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ topic, title, message: text || title, click: url }),
      })
      if (!ok) throw new Error(`ntfy answered ${status}`)
    },
  }
}

const ntfy = definePlugin({
  slug_name: 'ntfy',
  version: '0.1.0',
  type: 'notification_channel',
  name: 'ntfy',
  config: [
    { name: 'server', kind: 'address', required: true, default: 'https://ntfy.sh' },
    { name: 'access_token', kind: 'secret' },
  ],
  user_config: [{ name: 'topic', kind: 'secret' }],
  open: openChannel,
})

export const plugins = [ntfy]
