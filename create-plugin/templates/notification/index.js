import { plugin, retryAfter, TryLater } from '@askwell/plugin-kit'

export default plugin({
  async notification({ id, title, url, recipient }, { config, fetch }) {
    const { room } = recipient.settings
    if (!room) return
    const response = await fetch(config.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ room, text: `${title} ${url}` }),
    })
    if (response.status === 429) throw new TryLater(retryAfter(response), 'the chat asks for patience')
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  },
})
