import { DUPLICATE, needsRemark, reasonWords } from '@askwell/contract/flag-reasons.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { Activity, ActivityType, Timeline } from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { UserCard } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { findClosing } from '../posts/transitions/queries.ts'
import type { Revised } from '../revisions/queries.ts'
import type { Thing } from '../suggested-edits/earlier-texts.ts'
import { listMainTags, listTags, TAG_STATUS } from '../tags/queries.ts'
import { mentionsFor } from '../../users/users/mentions/shown-mentions.ts'
import { userCards } from '../../users/users/views.ts'
import {
  type After,
  BEGINNING,
  listAcceptances,
  listActs,
  listAnswers,
  listClosings,
  listImportedActs,
  listComments,
  listMergers,
  listTexts,
  listUnaccepted,
  listVotes,
  listWithdrawn,
  PLACE,
  type Row,
} from './queries.ts'
import { escapeHtml } from '../../../lib/html-entities.ts'

const TYPES: Record<string, ActivityType> = {
  'question.closed': 'closed',
  'question.reopened': 'reopened',
  'question.pinned': 'pin',
  'question.unpinned': 'unpin',
  'question.listed': 'show',
  'question.unlisted': 'hide',
  'question.deleted': 'deleted',
  'question.undeleted': 'undeleted',
  'answer.deleted': 'deleted',
  'answer.undeleted': 'undeleted',
  'answer.accepted': 'accept',
  'tag.deleted': 'deleted',
  'tag.undeleted': 'undeleted',
  'tag.merged': 'merged',
  'tag.parted': 'parted',
  'tag.widened': 'widened',
}

const payloadOf = ({ payload }: { payload: string }) =>
  JSON.parse(payload) as {
    direction?: 'up' | 'down'
    vote_id?: number
    close_type?: number
    main_tag_id?: number
    source_tag_id?: number
    voter_ids?: number[]
    link?: string
    amount?: number
  }
const typeOf = (row: Row): ActivityType =>
  row.type === 'vote.cast' ? `${payloadOf(row).direction!}vote` : (TYPES[row.type] ?? (row.type as ActivityType))

/** `<time>.<place>.<id>` of the last row shown; anything else begins at the beginning. */
const afterOf = (before: string): After => {
  const [, created_at, place, id] = /^(\d{1,13})\.(\d)\.(\d{1,15})$/.exec(before) ?? []
  return created_at ? { created_at: Number(created_at), place: Number(place), id: Number(id) } : BEGINNING
}
const cursorOf = ({ created_at, place, id }: Row) => `${created_at}.${place}.${id}`

const later = (a: Row, b: Row) => b.created_at - a.created_at || b.place - a.place || b.id - a.id

const rowsOf = async (
  db: Db,
  viewer: Viewer,
  thing: Thing,
  revised: Revised,
  { show_vote, after, limit }: { show_vote: boolean; after: After; limit: number },
) => {
  const sources = [await listTexts(db, revised, after, limit), await listActs(db, revised, after, limit)]
  if (thing.object_type === 'tag') sources.push(await listMergers(db, revised, after, limit))
  if (thing.object_type !== 'tag')
    sources.push(
      await listComments(db, thing.post.id, viewer, after, limit),
      await listImportedActs(db, revised, after, limit),
    )
  if (thing.object_type === 'question') {
    sources.push(
      await listAnswers(db, thing.post.id, viewer, after, limit),
      await listAcceptances(db, thing.post.id, viewer, after, limit),
      await listClosings(db, thing.post.id, after),
    )
  }
  if (thing.object_type !== 'tag' && show_vote) sources.push(await listVotes(db, revised, after, limit))
  return sources.flat().toSorted(later)
}

const paragraph = (text: string) => (text ? `<p>${escapeHtml(text)}</p>` : '')

/** When each of these was taken back, if it was. */
const cancelledAt = async (db: Db, thing: Thing, revised: Revised, rows: Row[]) => {
  const found = new Map<Row, number>()
  const accepted = rows.filter((row) => row.type === 'answer.accepted')
  if (accepted.length && thing.object_type !== 'tag') {
    const unaccepted = (await listUnaccepted(db, thing.question.id)).toReversed()
    for (const row of accepted) {
      const back = unaccepted.find((event) => event.object_id === row.object_id && event.id > row.id)
      if (back) found.set(row, back.created_at)
    }
  }
  const votes = rows.filter((row) => row.type === 'vote.cast')
  if (votes.length) {
    const withdrawn = new Map(
      (await listWithdrawn(db, revised, votes.at(-1)!.id)).map((event) => [payloadOf(event).vote_id, event.created_at]),
    )
    for (const row of votes) {
      const back = withdrawn.get(payloadOf(row).vote_id)
      if (back) found.set(row, back)
    }
  }
  return found
}

/** Why a question was closed; of a duplicate only that it is one, since not everybody may see the other. */
const closedFor = async (db: Db, row: Row, language: string) => {
  const { close_type = 0 } = payloadOf(row)
  if (close_type === 0) return ''
  const closing = needsRemark(close_type) && close_type !== DUPLICATE ? await findClosing(db, row.object_id) : undefined
  const remark = closing?.created_at === row.created_at ? closing.close_msg : ''
  return paragraph(translate(language, reasonWords(close_type, 'name'))) + paragraph(remark)
}

/** The other tag's names by their numbers; what is deleted has no name any more. */
const otherTags = async (db: Db, rows: Row[]) => {
  const ids = rows.map(otherTagOf).filter(Boolean)
  return new Map(
    (await listTags(db, ids)).map((tag) => [tag.id, tag.status === TAG_STATUS.available ? tag.slug_name : '']),
  )
}
const otherTagOf = (row: Row) => {
  const { main_tag_id, source_tag_id } = row.object_type === 'tag' ? payloadOf(row) : {}
  return main_tag_id ?? source_tag_id ?? 0
}

/** What was said of an act before it came here: who voted for it, where a post went, how much was offered. */
const saidOf = (row: Row, language: string, users: Map<number, UserCard>) => {
  const { close_type = 0, voter_ids = [], link, amount } = payloadOf(row)
  const voters = voter_ids.flatMap((id) => users.get(id) ?? [])
  const names = voters.map(
    ({ username, display_name }) => `<a href="/users/${encodeURIComponent(username)}">${escapeHtml(display_name)}</a>`,
  )
  const list = new Intl.ListFormat(language.replace('_', '-'), { type: 'unit' }).format(names)
  const parts = [
    close_type > 0 && paragraph(translate(language, reasonWords(close_type, 'name'))),
    amount && paragraph(translate(language, 'timeline.bounty', { count: amount })),
    link && `<p><a href="${escapeHtml(link)}" rel="nofollow ugc">${escapeHtml(link)}</a></p>`,
    list && `<p>${escapeHtml(translate(language, 'timeline.voters'))} ${list}</p>`,
  ]
  return parts.filter(Boolean).join('')
}

const commentOf = (db: Db, row: Row, language: string, tags: Map<number, string>, users: Map<number, UserCard>) => {
  if (row.place === PLACE.before) return saidOf(row, language, users)
  if (row.type === 'question.closed') return closedFor(db, row, language)
  if (otherTagOf(row)) return paragraph(tags.get(otherTagOf(row)) ?? '')
  return row.type === 'commented' ? row.comment : paragraph(row.comment)
}

// Only staff see who voted down.
const NOBODY = {
  id: '',
  username: 'N/A',
  rank: 0,
  display_name: 'N/A',
  avatar: '',
  website: '',
  location: '',
  language: '',
  status: '',
}

const infoOf = async (db: Db, thing: Thing, users: Map<number, UserCard>): Promise<Timeline['object_info']> => {
  if (thing.object_type === 'tag') {
    const { tag } = thing
    const [main] = await listMainTags(db, [tag])
    return {
      title: tag.slug_name,
      object_type: 'tag',
      question_id: '',
      answer_id: '',
      username: '',
      display_name: tag.display_name,
      main_tag_slug_name: main?.slug_name ?? '',
      url_title: '',
      object_id: objectId('tag', tag.id),
    }
  }
  const { post, question } = thing
  const { username, display_name } = users.get(post.user_id)!
  return {
    title: question.title,
    object_type: post.kind,
    question_id: objectId('question', question.id),
    answer_id: post.kind === 'answer' ? objectId('answer', post.id) : '',
    username,
    display_name,
    main_tag_slug_name: '',
    url_title: question.url_title,
    object_id: objectId(post.kind, post.id),
  }
}

/** What has happened to a thing that the viewer sees, newest first. */
export const timelineOf = async (
  db: Db,
  viewer: Viewer,
  thing: Thing,
  revised: Revised,
  query: { show_vote: boolean; before: string; page_size: number; language: string },
): Promise<Timeline> => {
  const { show_vote, before, page_size, language } = query
  const rows = await rowsOf(db, viewer, thing, revised, { show_vote, after: afterOf(before), limit: page_size + 1 })
  const shown = rows.slice(0, page_size)
  const cancelled = await cancelledAt(db, thing, revised, shown)
  const users = await userCards(db, [
    ...shown.flatMap((row) => [row.user_id, ...(payloadOf(row).voter_ids ?? [])]),
    ...(thing.object_type === 'tag' ? [] : [thing.post.user_id]),
  ])
  const tags = await otherTags(db, shown)
  const withMentions = await mentionsFor(
    db,
    shown.map((row) => row.comment),
  )
  // One more is at hand than is shown, so the last text has the one before it too.
  const texts = rows.filter((row) => row.revision_id > 0)
  const formerOf = (row: Row) => texts[texts.indexOf(row) + 1]?.revision_id ?? 0
  const timeline: Activity[] = []
  for (const row of shown) {
    const type = typeOf(row)
    timeline.push({
      activity_id: cursorOf(row),
      revision_id: String(row.revision_id),
      former_revision_id: String(row.revision_id ? formerOf(row) : 0),
      created_at: row.created_at,
      activity_type: type,
      comment: withMentions(await commentOf(db, row, language, tags, users)),
      object_id: objectId(row.object_type, row.object_id),
      object_type: row.object_type,
      cancelled: cancelled.has(row),
      cancelled_at: cancelled.get(row) ?? 0,
      user_info: row.user_id === 0 || (type === 'downvote' && !isStaff(viewer)) ? NOBODY : users.get(row.user_id)!,
    })
  }
  return {
    object_info: await infoOf(db, thing, users),
    timeline,
    older: rows.length > page_size ? cursorOf(shown.at(-1)!) : '',
  }
}
