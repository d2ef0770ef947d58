import { plugin } from '@askwell/plugin-kit'

export default plugin({
  // What this throws is tried again later, with the same id; what it gives back stands in the log of admins.
  async event({ id, event, url }, { config, fetch }) {
    const response = await fetch(config.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, event, url }),
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return String(response.status)
  },
})
