import { hash } from 'node:crypto'
import { type DraftItem, type DraftName, parseDraftName, type SavedDraft } from '@askwell/contract/drafts.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { DRAFT_DAYS } from '@askwell/contract/limits.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { DAY } from '../../../lib/clock.ts'
import { listAbout, listCommented, listDrafts, listTagNames } from './queries.ts'

const EXCERPT = 240

/** What was saved before is as good as gone. */
export const oldestKept = (now: number) => now - DRAFT_DAYS * DAY

export const fieldsIn = (json: string) => JSON.parse(json) as SavedDraft['fields']

// Of a long text no more is looked at than an excerpt can have.
const beginningOf = (text: string) =>
  [
    ...text
      .trimStart()
      .slice(0, 8 * EXCERPT)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, EXCERPT)
    .join('')

const excerptOf = ({ content, original_text, answer_content, bio, title, ...others }: SavedDraft['fields']) =>
  beginningOf([content, original_text, answer_content, bio, title, ...Object.values(others)].find(Boolean) ?? '')

/** What is stored of the texts of a form: themselves, what tells them from others, and what the list shows of them. */
export const storedFields = (fields: SavedDraft['fields']) => {
  const json = JSON.stringify(fields)
  return {
    fields: json,
    version: hash('sha256', json),
    title: beginningOf(fields.title ?? ''),
    excerpt: excerptOf(fields),
  }
}

export const savedDraft = (row: { fields: string; saved_at: number; version: string }): SavedDraft => ({
  fields: fieldsIn(row.fields),
  saved_at: row.saved_at,
  version: row.version,
})

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
const numbersOf = (all: { name: DraftName }[], isMeant: (type: string) => boolean) => [
  ...new Set(all.flatMap(({ name: { object } }) => (object && isMeant(object.type) ? [object.number] : []))),
]

/** A member's drafts, with what they belong to as far as the member may still see it. */
export const draftList = async (db: Db, viewer: Actor, now: number): Promise<DraftItem[]> => {
  const drafts = (await listDrafts(db, viewer.id, oldestKept(now))).flatMap((row) => {
    const name = parseDraftName(row.name)
    return name ? [{ row, name }] : []
  })
  const comments = byId(
    await listCommented(
      db,
      numbersOf(drafts, (type) => type === 'comment'),
      viewer,
    ),
  )
  const postIds = [
    ...numbersOf(drafts, (type) => type === 'question' || type === 'answer'),
    ...[...comments.values()].map(({ post_id }) => post_id),
  ]
  const posts = byId(await listAbout(db, [...new Set(postIds)], viewer))
  const tags = byId(
    await listTagNames(
      db,
      numbersOf(drafts, (type) => type === 'tag'),
      viewer,
    ),
  )
  return drafts.map(({ row, name: { kind, object } }) => {
    const number = object?.number ?? 0
    const post = posts.get(object?.type === 'comment' ? (comments.get(number)?.post_id ?? 0) : number)
    const tag = object?.type === 'tag' ? tags.get(number) : undefined
    const seen = object?.type !== 'tag' && post ? post : undefined
    return {
      name: row.name,
      kind,
      object_type: object?.type ?? '',
      object_id: object && (seen || tag) ? objectId(object.type, number) : '0',
      question_id: objectId('question', seen?.question_id ?? 0),
      answer_id: objectId('answer', seen?.kind === 'answer' ? seen.id : 0),
      title: kind === 'question' ? row.title : (tag?.display_name ?? seen?.title ?? ''),
      url_title: tag?.slug_name ?? seen?.url_title ?? '',
      // Where nothing but a title is written yet, that is its beginning as well.
      excerpt: kind === 'question' && row.excerpt === row.title ? '' : row.excerpt,
      saved_at: row.saved_at,
    }
  })
}
