import { PLUGIN_KEY_MAX, PLUGIN_NOTICES } from '@askwell/contract/limits.ts'

/** What a plugin wants to tell a member, as it is kept. */
export interface PluginNotice {
  key: string
  text: string
  path: string
}

/** They would break the line, or turn round what stands beside them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/v
/** An address of this site: nothing that a browser takes for another host. */
const OF_THIS_SITE = /^(?:\/|\/[^\s/\\][^\s]*)$/

const refused = (field: string, why: string) => new Error(`${field}: ${why}`)

const line = (field: string, given: unknown, most: number) => {
  const text = typeof given === 'string' ? given.trim() : ''
  if (text === '' || text.length > most || UNSEEN.test(text))
    throw refused(field, `it has to be one line of 1 to ${most} characters`)
  return text
}

/** Throws what is wrong with it. */
export const checkedNotice = (given: unknown): PluginNotice => {
  const { key, text, path = '' } = (given ?? {}) as Record<string, unknown>
  const notice = {
    key: line('key', key, PLUGIN_KEY_MAX),
    text: line('text', text, PLUGIN_NOTICES.characters),
    path: path === '' ? '' : line('path', path, PLUGIN_NOTICES.path),
  }
  if (notice.path !== '' && !OF_THIS_SITE.test(notice.path))
    throw refused('path', 'it has to be one of this site, such as /questions')
  return notice
}

/** A plugin's name as one line. */
export const senderOf = (name: string) => name.replaceAll(/\s+/g, ' ').slice(0, PLUGIN_NOTICES.sender)
