import { type Kit, retryAfter, textOf, TryLater } from '@askwell/plugin-kit'

/** The calls of Zendesk's API that there are for its community, with what of the answers is read. */

export interface Topic {
  id: number
  name: string
  description?: string
  html_url?: string
}
export interface Post {
  id: number
  title: string
  /** HTML. */
  details: string
  author_id: number
  topic_id: number
  vote_sum?: number
  follower_count?: number
  comment_count?: number
  closed?: boolean
  html_url?: string
  created_at: string
  updated_at?: string
}
export interface Comment {
  id: number
  /** HTML. */
  body: string
  author_id: number
  vote_sum?: number
  official?: boolean
  html_url?: string
  created_at: string
  updated_at?: string
}
export interface User {
  id: number
  name?: string
  email?: string
  created_at?: string
}

interface Listed {
  users?: User[]
  meta?: { has_more?: boolean; after_cursor?: string }
}

const get = async <T>({ config, fetch }: Kit, path: string, query: Record<string, string>): Promise<T> => {
  const [e_mail, token] = [textOf(config, 'e_mail'), textOf(config, 'token')]
  const basic = Buffer.from(`${e_mail}/token:${token}`).toString('base64')
  const response = await fetch(
    `${textOf(config, 'address').replace(/\/+$/, '')}/api/v2/${path}?${new URLSearchParams(query)}`,
    { headers: { accept: 'application/json', ...(token && { authorization: `Basic ${basic}` }) } },
  )
  if (response.status === 429) throw new TryLater(retryAfter(response), 'Zendesk asks for patience')
  if (response.status === 401 || response.status === 403)
    throw new Error('Zendesk refuses: are the e-mail address and the token right?')
  if (!response.ok) throw new Error(`Zendesk answered ${response.status} for ${path}`)
  return (await response.json()) as T
}

/** An answer through the site has at most 256 KB: where texts are long, fewer come at once. */
const SIZES = [30, 5, 1]

/** One page of a list; `after` is undefined behind its end. */
const page = async <T extends object>(
  kit: Kit,
  path: string,
  after: string | undefined,
  [size, ...smaller] = SIZES,
): Promise<T & { users?: User[]; after: string | undefined }> => {
  const query = { 'page[size]': String(size), ...(after !== undefined && { 'page[after]': after }), include: 'users' }
  try {
    const { meta, ...listed } = await get<T & Listed>(kit, path, query)
    return { ...(listed as unknown as T & Listed), after: meta?.has_more ? meta.after_cursor : undefined }
  } catch (error) {
    if (!smaller.length || !/too large/.test((error as Error).message)) throw error
    return page(kit, path, after, smaller)
  }
}

export const listPosts = (kit: Kit, after: string | undefined) =>
  page<{ posts: Post[] }>(kit, 'community/posts.json', after)

export const listComments = (kit: Kit, post: number, after: string | undefined) =>
  page<{ comments: Comment[] }>(kit, `community/posts/${post}/comments.json`, after)

export const listTopics = async (kit: Kit) => {
  const topics: Topic[] = []
  for (let after: string | undefined; ;) {
    const found = await page<{ topics: Topic[] }>(kit, 'community/topics.json', after)
    topics.push(...found.topics)
    after = found.after
    if (after === undefined) return topics
  }
}

/** With their addresses; only who has a token is told. */
export const showUsers = async (kit: Kit, ids: number[]) =>
  textOf(kit.config, 'token') && ids.length
    ? (await get<{ users: User[] }>(kit, 'users/show_many.json', { ids: ids.join(',') })).users
    : []
