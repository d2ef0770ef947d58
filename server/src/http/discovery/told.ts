import type { Endpoint } from '@askwell/contract/endpoint.ts'
import type { Profile } from '@askwell/contract/profiles.ts'
import type { TagInfo } from '@askwell/contract/tags.ts'
import type { Thread } from '@askwell/contract/threads.ts'

/** What a page was told while it was rendered: it holds what this visitor may see, and nothing else. */
export interface Told {
  thread?: Thread
  profile?: Profile
  tag?: TagInfo
}

const NAMES: Record<string, keyof Told> = {
  'GET /question/thread': 'thread',
  'GET /personal/user/info': 'profile',
  'GET /tag': 'tag',
}

export const noteTold = (told: Told, { method, path, prefix }: Endpoint, reply: unknown) => {
  const name = prefix === 'site' ? NAMES[`${method} ${path}`] : undefined
  if (name) told[name] = reply as never
}
