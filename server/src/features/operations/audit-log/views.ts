import type { AuditEntry } from '@askwell/contract/audit.ts'
import { OBJECT_TYPES, objectId, type ObjectType } from '@askwell/contract/ids.ts'
import type { Compared } from '@askwell/contract/revisions.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { asYaml } from '../../../lib/yaml.ts'
import { comparedTexts } from '../../../workers/texts.ts'
import { wordsIn } from '../../engagement/badges/views.ts'
import { userCards, userChip } from '../../users/users/views.ts'
import { type Entry, listBadges, listCommentTexts, listSessions, listSlugs, listTitles } from './queries.ts'

const DELETED = 10

/** One field a line; null is nothing. */
export const asText = (json: string) => {
  const value: unknown = JSON.parse(json)
  return value === null ? '' : asYaml(value).trimEnd()
}

const changesOf = async ({ before, after }: Entry): Promise<Compared | null> =>
  before === after ? null : ((await comparedTexts(asText(before), asText(after))) ?? null)

const POSTS = new Set(['question', 'answer', 'comment'])
const idsOf = (entries: Entry[], type: string) =>
  entries.filter(({ object_type }) => object_type === type).map(({ object_id }) => object_id)

/** What the entries are about, in a few reads for all of them. */
const thingsOf = async (db: Db, entries: Entry[], viewer: Pick<Actor, 'role_id'>, language: string) => {
  const questions = entries.filter(({ object_type }) => POSTS.has(object_type)).map(({ question_id }) => question_id)
  const [titles, slugs, comments, badges, sessions, users] = [
    await listTitles(db, questions),
    await listSlugs(db, idsOf(entries, 'tag')),
    await listCommentTexts(db, idsOf(entries, 'comment')),
    await listBadges(db, idsOf(entries, 'badge')),
    await listSessions(db, isAdmin(viewer) ? entries.map(({ session_id }) => session_id) : []),
    await userCards(
      db,
      entries.flatMap(({ actor_id, user_id }) => [actor_id, user_id]).filter((id) => id > 0),
    ),
  ]
  const called = new Map<string, string>([
    ...titles.map(({ id, title }) => [`question ${id}`, title] as const),
    ...slugs.map(({ id, slug_name }) => [`tag ${id}`, slug_name] as const),
    ...badges.map((badge) => [`badge ${badge.id}`, wordsIn(badge, language).name] as const),
  ])
  return {
    users,
    title: ({ object_type, object_id, question_id }: Entry) =>
      called.get(POSTS.has(object_type) ? `question ${question_id}` : `${object_type} ${object_id}`) ?? '',
    comments: new Map(comments.map((comment) => [comment.id, comment])),
    sessions: new Map(sessions.map((session) => [session.id, session])),
  }
}

const isObject = (type: string): type is ObjectType => Object.hasOwn(OBJECT_TYPES, type)
const wireId = ({ object_type, object_id }: Entry) => {
  if (object_id === 0) return ''
  return isObject(object_type) && object_type !== 'user' ? objectId(object_type, object_id) : String(object_id)
}

export const auditEntries = async (
  db: Db,
  entries: Entry[],
  { viewer, language }: { viewer: Pick<Actor, 'role_id'>; language: string },
): Promise<AuditEntry[]> => {
  const things = await thingsOf(db, entries, viewer, language)
  const chip = (id: number) => (id ? userChip(things.users.get(id)!) : null)
  return Promise.all(
    entries.map(async (entry) => {
      const session = isAdmin(viewer) && entry.session_id ? things.sessions.get(entry.session_id) : undefined
      const comment = entry.object_type === 'comment' ? things.comments.get(entry.object_id) : undefined
      return {
        id: String(entry.id),
        created_at: entry.created_at,
        action: entry.action,
        actor: chip(entry.actor_id),
        via: entry.via || 'site',
        session: session ? { id: String(session.id), browser: session.browser, system: session.system } : null,
        object_type: entry.object_type,
        object_id: wireId(entry),
        name: entry.name,
        title: things.title(entry),
        question_id: entry.question_id ? objectId('question', entry.question_id) : '',
        user: chip(entry.user_id),
        changes: await changesOf(entry),
        comment: comment ? { text: comment.original_text, restorable: comment.status === DELETED } : null,
      }
    }),
  )
}
