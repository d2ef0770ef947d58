import { plugin, retryAfter, textOf, TryLater } from '@askwell/plugin-kit'

/** Delivers to a server of ntfy (https://ntfy.sh, or one's own), each member to a topic that only they know. */
export default plugin({
  async notification({ title, text, url, recipient }, { config, fetch }) {
    const topic = textOf(recipient.settings, 'topic')
    if (!/^[\w-]{1,64}$/.test(topic)) return
    const token = textOf(config, 'access_token')
    const response = await fetch(textOf(config, 'server'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ topic, title, message: text || title, click: url }),
    })
    const { ok, status } = response
    if (ok) return
    if (status === 429) throw new TryLater(retryAfter(response), 'ntfy wants to rest')
    // A topic that is reserved for somebody else is this member's own matter: nobody else waits for it.
    // oxlint-disable-next-line no-console -- it is the plugin's log
    if (status === 403) return console.warn(`the topic of ${recipient.username} takes nothing from here`)
    throw new Error(`ntfy answered ${status}`)
  },
})
