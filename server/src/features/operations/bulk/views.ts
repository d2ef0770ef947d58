import type { BulkChange, BulkRow, ContentRow, MemberRow } from '@askwell/contract/bulk.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { Db } from '../../../db/dialect.ts'
import { translateReason } from '../../../lib/messages.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { stateActions } from '../../content/posts/policy.ts'
import { named, tagChips } from '../../content/tags/views.ts'
import { listAccounts } from '../../users/users/administration/queries.ts'
import { listUsers } from '../../users/users/queries.ts'
import { adminUser, userCards, userChip } from '../../users/users/views.ts'
import { type Bulk, type Change, countOutcomes, listTasksOf } from './queries.ts'
import { countFlags, listCommentRows, listPostRows, listTitles } from './rows/queries.ts'
import { isOver, undoUntil } from './undo-time.ts'

const EXCERPT_MAX = 200

interface Reader {
  viewer: Viewer
  language: string
}

const chipsOf = async (db: Db, rows: { user_id: number }[]) => {
  const cards = await userCards(
    db,
    rows.map(({ user_id }) => user_id),
  )
  return (user_id: number) => userChip(cards.get(user_id)!)
}

const inOrder = <T extends { id: number }>(ids: number[], rows: T[]) => {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const postRows = async (
  db: Db,
  kind: 'question' | 'answer',
  ids: number[],
  { viewer, language }: Reader,
): Promise<ContentRow[]> => {
  const rows = inOrder(ids, await listPostRows(db, ids))
  const [chip, flags] = [await chipsOf(db, rows), await countFlags(db, kind, ids)]
  const tags = kind === 'question' ? await tagChips(db, ids) : undefined
  return rows.map(({ id, question_id, user_id, description, accepted_answer_id, deleted_by, ...row }) => ({
    ...row,
    id: objectId(row.kind, id),
    question_id: objectId('question', question_id),
    excerpt: description.slice(0, EXCERPT_MAX),
    flag_count: flags.get(id) ?? 0,
    accepted: row.kind === 'answer' ? accepted_answer_id === id : accepted_answer_id > 0,
    tags: tags?.get(id) ?? [],
    user_info: chip(user_id),
    member_actions: named(stateActions(viewer, { ...row, user_id, deleted_by }, false), language),
  }))
}

const commentRows = async (db: Db, ids: number[]): Promise<ContentRow[]> => {
  const rows = inOrder(ids, await listCommentRows(db, ids))
  const [chip, flags] = [await chipsOf(db, rows), await countFlags(db, 'comment', ids)]
  return rows.map(({ id, question_id, user_id, original_text, status, updated_at, ...row }) => ({
    ...row,
    kind: 'comment',
    status,
    id: objectId('comment', id),
    question_id: objectId('question', question_id),
    excerpt: original_text.slice(0, EXCERPT_MAX),
    pin: 1,
    show: 1,
    answer_count: 0,
    comment_count: 0,
    flag_count: flags.get(id) ?? 0,
    accepted: false,
    tags: [],
    deleted_at: status === 10 ? updated_at : 0,
    user_info: chip(user_id),
    member_actions: [],
  }))
}

/** The lines of a page, in the order of the ids. */
export const contentRows = (
  db: Db,
  kind: 'question' | 'answer' | 'comment',
  ids: number[],
  reader: Reader,
): Promise<ContentRow[]> => {
  if (ids.length === 0) return Promise.resolve([])
  return kind === 'comment' ? commentRows(db, ids) : postRows(db, kind, ids, reader)
}

export const memberRows = async (db: Db, ids: number[], language: string): Promise<MemberRow[]> =>
  inOrder(ids, await listUsers(db, ids)).map((user) => {
    const { user_id, username, display_name, avatar, e_mail, rank, role_id, role_name, status, ...rest } = adminUser(
      { ...user, has_second_factor: 0 },
      language,
    )
    const { created_at, suspended_until, deleted_at } = rest
    const { question_count, answer_count } = user
    return {
      user_id,
      username,
      display_name,
      avatar,
      e_mail,
      rank,
      role_id,
      role_name,
      status,
      question_count,
      answer_count,
      created_at,
      suspended_until,
      deleted_at,
    }
  })

export const accountRows = async (db: Db, ids: number[], language: string) =>
  inOrder(ids, await listAccounts(db, ids)).map((user) => adminUser(user, language))

export const bulkRows = async (db: Db, bulks: Bulk[], now: number): Promise<BulkRow[]> => {
  const people = await userCards(
    db,
    bulks.map(({ user_id }) => user_id),
  )
  const outcomes = await countOutcomes(
    db,
    bulks.map(({ id }) => id),
  )
  const tasks = new Map(
    (
      await listTasksOf(
        db,
        bulks.map(({ task_id }) => task_id),
      )
    ).map(({ id, status }) => [id, status]),
  )
  return bulks.map((bulk) => {
    const outcome = outcomes.get(bulk.id)!
    const undoable = !bulk.is_undone && !isOver(bulk, now) && outcome.done > 0
    return {
      ...outcome,
      id: String(bulk.id),
      kind: bulk.kind,
      act: bulk.act as BulkRow['act'],
      begun_by: people.get(bulk.user_id)!.display_name,
      created_at: bulk.created_at,
      task_id: String(bulk.task_id),
      task_status: tasks.get(bulk.task_id) ?? 'done',
      undoing: bulk.is_undone === 1,
      undo_until: undoable ? undoUntil(bulk) : 0,
    }
  })
}

const resultOf = ({ refusal, undone_at, undo_refusal }: Change): BulkChange['result'] => {
  if (refusal) return 'skipped'
  if (undo_refusal) return 'not_undone'
  return undone_at ? 'undone' : 'done'
}

/** A vote has no id of its own outside. */
const idOf = ({ object_type, object_id }: Change) => {
  if (object_type === 'vote' || object_type === 'comment_vote') return ''
  return object_type === 'user' ? String(object_id) : objectId(object_type as 'question', object_id)
}

/** A vote that was taken away is known by what it was. */
const votedPost = ({ before }: Change) => (before ? ((JSON.parse(before) as { post_id?: number }).post_id ?? 0) : 0)

export const changeRows = async (db: Db, changes: Change[], language: string): Promise<BulkChange[]> => {
  const titles = new Map<string, { title: string; question_id: number }>()
  const keyOf = (change: Change) =>
    change.object_type === 'vote' ? `question ${votedPost(change)}` : `${change.object_type} ${change.object_id}`
  const wanted = Map.groupBy(changes.map(keyOf), (key) => key.split(' ')[0]!)
  for (const [type, keys] of wanted)
    for (const { id, title, question_id } of await listTitles(
      db,
      type,
      keys.map((key) => Number(key.split(' ')[1])),
    ))
      titles.set(`${type} ${id}`, { title, question_id })
  return changes.map((change) => {
    const known = titles.get(keyOf(change))
    const reason = change.refusal || change.undo_refusal
    return {
      id: idOf(change),
      kind: change.object_type,
      title: (known?.title ?? '').slice(0, EXCERPT_MAX),
      question_id: objectId('question', known?.question_id ?? 0),
      result: resultOf(change),
      msg: reason ? translateReason(language, reason) : '',
    }
  })
}
