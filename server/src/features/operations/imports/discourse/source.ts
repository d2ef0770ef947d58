import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { NotADump } from '../not-a-dump.ts'
import { ROW_MAX, TOO_LONG } from '../row-limit.ts'
import type { Opening } from '../source.ts'
import { linesOf } from '../sql-dumps/read.ts'
import { complainOf, dumpNames, fill, stageDump, type Staging, TWICE } from '../sql-dumps/staging.ts'
import { staged } from '../staged.ts'
import { formOf, isPrivate, TABLES } from './rows.ts'
import { uploads } from './uploads.ts'

const CATEGORIES = 'categories.json'
const USERS = 'users.jsonl'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const int = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null)
const bool = (value: unknown) => (value === true ? 't' : 'f')

const parsed = (line: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What `/categories.json` or `/site.json` answers. */
const stageCategories = async (staging: Staging, path: string) => {
  if (!existsSync(path)) return
  const said = statSync(path).size <= ROW_MAX ? parsed(await readFile(path, 'utf8')) : undefined
  if (!said)
    return complainOf(staging, { table: 'categories', line: 1, problem: "it isn't an object in JSON, or too large" })
  const listed = isObject(said.category_list) ? said.category_list.categories : said.categories
  for (const one of objects(listed))
    for (const each of [one, ...objects(one.subcategory_list)])
      staging.add('categories', 1, {
        id: int(each.id),
        // `topic_url` leads to the topic that says what the category is for.
        topic_id: Number(/\/(\d{1,12})$/.exec(text(each.topic_url) ?? '')?.[1]) || null,
        name: text(each.name),
        slug: text(each.slug) || text(each.name),
        description: text(each.description),
        read_restricted: bool(each.read_restricted),
      })
}

/** What `/u/NAME.json` answers, or admins are told of one by their lists. */
const stageUser = (staging: Staging, line: number, said: Json) => {
  const user = isObject(said.user) ? said.user : said
  const id = int(user.id)
  if (id === null) return complainOf(staging, { table: 'users', line, problem: 'it has no user with an id' })
  const isNew = staging.add('users', line, {
    id,
    username: text(user.username),
    name: text(user.name),
    created_at: text(user.created_at),
    last_seen_at: text(user.last_seen_at),
    active: bool(user.active),
  })
  if (!isNew) return complainOf(staging, { table: 'users', line, problem: TWICE })
  staging.add('user_profiles', line, {
    user_id: id,
    location: text(user.location),
    website: text(user.website),
    bio_raw: text(user.bio_raw),
  })
  if (isObject(user.user_option))
    staging.add('user_options', line, {
      user_id: id,
      hide_profile: bool(user.user_option.hide_profile),
      hide_profile_and_presence: bool(user.user_option.hide_profile_and_presence),
    })
  if (text(user.email)) staging.add('user_emails', line, { id, user_id: id, email: text(user.email), primary: 't' })
}

const likesOf = (post: Json) =>
  int(post.like_count) ?? int(objects(post.actions_summary).find((one) => one.id === LIKE)?.count) ?? 0
const LIKE = 2

/** What `/t/ID.json` answers. */
const stageTopic = (staging: Staging, line: number, said: Json, tags: Map<string, number>) => {
  const id = int(said.id)
  const posts = isObject(said.post_stream) ? objects(said.post_stream.posts) : []
  if (id === null || posts.length === 0)
    return complainOf(staging, { table: 'topics', line, problem: 'it is no topic with posts, as /t/ID.json says it' })
  const category_id = int(said.category_id)
  if (category_id !== null) staging.add('categories', line, { id: category_id, read_restricted: 'f' }) // if nothing is known of it
  const isNew = staging.add('topics', line, {
    id,
    title: text(said.title),
    views: int(said.views),
    created_at: text(said.created_at),
    bumped_at: text(said.last_posted_at) ?? text(said.created_at),
    category_id,
    archetype: text(said.archetype),
    deleted_at: text(said.deleted_at),
    visible: said.visible === false ? 'f' : 't',
    closed: bool(said.closed),
    archived: bool(said.archived),
  })
  if (!isNew) return complainOf(staging, { table: 'topics', line, problem: TWICE })
  for (const tag of Array.isArray(said.tags) ? said.tags : []) {
    const name = text(isObject(tag) ? tag.name : tag)
    if (name === null) continue
    if (!tags.has(name)) {
      tags.set(name, tags.size + 1)
      staging.add('tags', line, { id: tags.get(name)!, name })
    }
    staging.add('topic_tags', line, { topic_id: id, tag_id: tags.get(name)! })
  }
  for (const post of posts) {
    const [post_id, user_id] = [int(post.id), int(post.user_id)]
    staging.add('posts', line, {
      id: post_id,
      user_id,
      topic_id: id,
      post_number: int(post.post_number),
      reply_to_post_number: int(post.reply_to_post_number),
      raw: text(post.raw),
      cooked: text(post.cooked),
      created_at: text(post.created_at),
      like_count: likesOf(post),
      post_type: int(post.post_type),
      deleted_at: text(post.deleted_at),
      hidden: bool(post.hidden),
      user_deleted: bool(post.user_deleted),
      version: int(post.version),
      last_version_at: text(post.updated_at),
      last_editor_id: null,
    })
    if (post.accepted_answer === true && post_id !== null)
      staging.add('post_custom_fields', line, { post_id, name: 'is_accepted_answer', value: 'true' })
    // Whose page isn't among the users: only the name is known, and that they had joined by then.
    if (user_id !== null)
      staging.add('users', line, {
        id: user_id,
        username: text(post.username),
        name: text(post.name),
        created_at: text(post.created_at),
      })
  }
  const there = int(said.posts_count)
  if (there !== null && posts.length < there)
    complainOf(staging, {
      table: 'posts',
      line,
      problem: `it has ${posts.length} of the ${there} posts of topic ${id}`,
    })
}

const stageJson = (path: string, { progress, signal }: Opening) =>
  fill(TABLES, async (staging) => {
    const folder = dirname(path)
    const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
    const size = sizeOf(USERS) + statSync(path).size
    let read = 0
    const each = async (file: string, table: string, take: (line: number, said: Json) => void) => {
      const onBytes = (bytes: number) => progress((read += bytes), size, basename(file))
      for await (const { line, text: row } of linesOf(file, { onBytes, signal })) {
        if (row?.trim() === '') continue
        const said = row === undefined ? undefined : parsed(row)
        if (said) take(line, said)
        else complainOf(staging, { table, line, problem: row === undefined ? TOO_LONG : "it isn't an object in JSON" })
      }
    }
    await stageCategories(staging, join(folder, CATEGORIES))
    if (existsSync(join(folder, USERS)))
      await each(join(folder, USERS), 'users', (line, said) => stageUser(staging, line, said))
    const tags = new Map<string, number>()
    await each(path, 'topics', (line, said) => stageTopic(staging, line, said, tags))
    if (!staging.counts.has('topics')) throw new NotADump(`${basename(path)} has no topics of Discourse.`)
  })

/** A backup of Discourse, or what its public pages answer as JSON. */
export const discourse = staged(
  {
    names: dumpNames('dump'), // as its own backups call it
    stage: (path, doing) => stageDump(path, TABLES, ['topics', 'posts'], doing),
    form: formOf(),
    uploads,
    isPrivate,
  },
  {
    names: ['topics.jsonl'],
    more: [USERS, CATEGORIES],
    stage: stageJson,
    form: formOf({ users: USERS, categories: CATEGORIES }),
    uploads,
  },
)
