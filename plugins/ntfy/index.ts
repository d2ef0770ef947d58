import { plugin, textOf } from '@askwell/plugin-kit'

/** Delivers to a server of ntfy (https://ntfy.sh, or one's own), each member to a topic that only they know. */
export default plugin({
  async notification({ title, text, url, recipient }, { config, fetch }) {
    const topic = textOf(recipient.settings, 'topic')
    if (!/^[\w-]{1,64}$/.test(topic)) return
    const token = textOf(config, 'access_token')
    const { ok, status } = await fetch(textOf(config, 'server'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ topic, title, message: text || title, click: url }),
    })
    if (!ok) throw new Error(`ntfy answered ${status}`)
  },
})
