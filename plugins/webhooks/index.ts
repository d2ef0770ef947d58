import { createHmac } from 'node:crypto'
import { plugin, textOf } from '@askwell/plugin-kit'

export default plugin({
  async event(happened, { config, fetch }) {
    const body = JSON.stringify(happened)
    const signature = createHmac('sha256', textOf(config, 'secret')).update(body).digest('hex')
    const { ok, status } = await fetch(textOf(config, 'url'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-askwell-event': happened.event,
        'x-askwell-delivery': happened.id,
        'x-askwell-signature': `sha256=${signature}`,
      },
      body,
    })
    if (!ok) throw new Error(`the receiver answered ${status}`)
  },
})
