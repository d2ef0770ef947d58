import { type Kit, plugin, type PluginConfig, retryAfter, textOf, TryLater } from '@askwell/plugin-kit'
import { type Message, messageFor, messageOf } from './message.ts'
import { byTelegram, byWebhook, isHookOf, type Sent } from './services.ts'

/** Until when a service wants to hear nothing, for each address: what is sent meanwhile would only make it longer. */
const restUntil = new Map<string, number>()
const REMEMBERED = 500

const toRoom = (message: Message, config: PluginConfig): Sent | undefined => {
  const [service, webhook] = [textOf(config, 'service'), textOf(config, 'webhook')]
  if (service !== 'telegram') return webhook ? byWebhook(message, service, webhook) : undefined
  const [token, room] = [textOf(config, 'bot_token'), textOf(config, 'chat_id')]
  return token && room ? byTelegram(message, token, room) : undefined
}

/** What a member has named as their own, if it is such a thing. */
const toMember = (message: Message, config: PluginConfig, target: string): Sent | undefined => {
  const [service, webhook, token] = [textOf(config, 'service'), textOf(config, 'webhook'), textOf(config, 'bot_token')]
  // Chats of one person are positive: nobody sends theirs to a group.
  if (service === 'telegram') return token && /^\d{1,20}$/.test(target) ? byTelegram(message, token, target) : undefined
  return isHookOf(service, target, webhook) ? byWebhook(message, service, target) : undefined
}

/** Of Telegram the answer itself says how long, of the others a header. */
const patienceOf = async (response: Response) => {
  const said = (await response.json().catch(() => undefined)) as
    | { parameters?: { retry_after?: unknown }; retry_after?: unknown }
    | undefined
  const seconds = Number(said?.parameters?.retry_after ?? said?.retry_after)
  return seconds > 0 ? Math.ceil(seconds) : retryAfter(response)
}

/** @returns the status of the answer; one that asks for patience is obeyed. */
const send = async ({ address, body }: Sent, { fetch }: Kit) => {
  const rest = Math.ceil(((restUntil.get(address) ?? 0) - Date.now()) / 1000)
  if (rest > 0) throw new TryLater(rest, `the service wants to rest for ${rest} s more`)
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 429) return response.status
  const seconds = await patienceOf(response)
  if (restUntil.size >= REMEMBERED) restUntil.clear()
  restUntil.set(address, Date.now() + seconds * 1000)
  throw new TryLater(seconds, `the service wants to rest for ${seconds} s`)
}

const isWanted = (event: string, tags: readonly string[], config: PluginConfig) => {
  const tells = textOf(config, 'tells')
  if (tells === 'nothing' || (tells === 'questions' && !event.startsWith('question.'))) return false
  const wanted = textOf(config, 'tags')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return wanted.length === 0 || tags.some((tag) => wanted.includes(tag))
}

export default plugin({
  async event(happened, kit) {
    if (!isWanted(happened.event, happened.post?.tags ?? [], kit.config)) return 'not for this room'
    const message = messageOf(happened, kit.language)
    if (!message) return 'nothing to tell'
    const sent = toRoom(message, kit.config)
    if (!sent) throw new Error('its settings name no room to tell')
    const status = await send(sent, kit)
    if (status < 200 || status > 299) throw new Error(`the service answered ${status}`)
    return String(status)
  },
  async notification(notice, kit) {
    const sent = toMember(messageFor(notice), kit.config, textOf(notice.recipient.settings, 'target'))
    if (!sent) return
    const status = await send(sent, kit)
    if (status >= 500) throw new Error(`the service answered ${status}`)
    // A webhook that is gone, or a bot that was blocked, is this member's own matter: nobody else waits for it.
    // oxlint-disable-next-line no-console -- it is the plugin's log
    if (status >= 400) console.warn(`what ${notice.recipient.username} has named doesn't take anything: ${status}`)
  },
})
