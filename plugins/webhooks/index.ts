import { createHmac } from 'node:crypto'
import { plugin, textOf } from '@askwell/plugin-kit'

/** As the other side shows it, `whsec_` and base64; or any other text as it stands. */
const keyOf = (secret: string) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)

export default plugin({
  async event(happened, { config, fetch }) {
    const body = JSON.stringify(happened)
    // Of this try, so that a receiver can refuse what somebody sends again much later.
    const timestamp = Math.floor(Date.now() / 1000)
    const secret = textOf(config, 'secret')
    const signature = createHmac('sha256', keyOf(secret)).update(`${happened.id}.${timestamp}.${body}`).digest('base64')
    const { ok, status } = await fetch(textOf(config, 'url'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': happened.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
        // For receivers from before; without a time, so that they can't tell what somebody sends again.
        'x-askwell-event': happened.event,
        'x-askwell-delivery': happened.id,
        'x-askwell-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    })
    if (!ok) throw new Error(`the receiver answered ${status}`)
    return String(status)
  },
})
