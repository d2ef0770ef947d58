import type { PermanentDeletion } from '@askwell/contract/content-administration.ts'
import { DUPLICATE, needsRemark, reasonsFor } from '@askwell/contract/flag-reasons.ts'
import { numberOf, userNumber } from '@askwell/contract/ids.ts'
import { FLAG_MAX } from '@askwell/contract/limits.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { type OperationName, standingAfter, standOf, stepOf } from '@askwell/contract/states.ts'
import { LRUCache } from 'lru-cache'
import type { App, Events, Tx } from '../../../events/events.ts'
import { MINUTE } from '../../../lib/clock.ts'
import type { Member } from '../../../lib/member.ts'
import { countReaders, readerHash, withReaders } from '../../../lib/reader-sketch.ts'
import { allow, BadRequest, Conflict, type FieldError, Invalid, NotFound, AppError } from '../../../lib/errors.ts'
import { isUnused as isUnusedAnswer } from './answers/policy.ts'
import { deleteLinks, deleteLinksOf, deleteLinksOfThread, insertLinks, listLinksFrom } from './links/queries.ts'
import { isUnused as isUnusedQuestion } from './questions/policy.ts'
import { outsideLinks } from '../reviewers/policy.ts'
import { addToCounter, findSetting } from '../../operations/settings/queries.ts'
import { tagIdsOf } from '../tags/queries.ts'
import { bearWaitingTags } from '../tags/service.ts'
import { listErasable } from '../../users/users/queries.ts'
import { eraseDeletedUser } from '../../users/users/service.ts'
import { renderText } from '../../../workers/texts.ts'
import {
  canOperate,
  HIDDEN_FROM,
  hotScore,
  isHeld,
  isListed,
  lastOf,
  linkedPosts,
  questionAt,
  QUESTIONS_COUNTER,
  type Rendered,
  restoredStatus,
  type PostVisibility,
} from './policy.ts'
import {
  addReaders,
  addViews,
  countAnswers,
  deleteClosings,
  erasePosts,
  findClosing,
  findPost,
  findVisiblePost,
  insertClosing,
  lastEditedAnswer,
  listAnswerScores,
  listDeleted,
  listHotFactors,
  listReaderSketches,
  listThreadTexts,
  listWithAnswers,
  lockPosts,
  lockVisiblePost,
  type Post,
  type PostChanges,
  questionsOf,
  saveReaderSketches,
  setHotScores,
  setLinkedCounts,
  updatePost,
} from './queries.ts'

/** Renders a text and finds what is in it: before the transaction, never in it. A text that is too much to show is refused on its field. */
export const asWritten = async (content: string, field = 'content'): Promise<Rendered> => {
  const { html, description, links, isEmpty } = await renderText(content, { field })
  return {
    original_text: content,
    parsed_text: html,
    description,
    links: outsideLinks(links),
    isEmpty: isEmpty && !html.includes('<img'),
  }
}

/** Updates the site's total when a question enters or leaves the lists. Last in a transaction: all such calls meet in this one row. */
export const countListing = async (tx: Tx, before: PostVisibility | null, after: PostVisibility) => {
  const by = Number(isListed(after)) - Number(before !== null && isListed(before))
  if (by !== 0) await addToCounter(tx.db, QUESTIONS_COUNTER, by)
}

/** Counts a locked question's answers, and finds its last activity: after a deletion that may be long ago. */
export const recountThread = async (tx: Tx, question: Post) => {
  const { count, last } = await countAnswers(tx.db, question.id)
  const edited = await lastEditedAnswer(tx.db, question.id)
  await updatePost(tx.db, question.id, {
    answer_count: count,
    last_answer_id: last?.id ?? 0,
    ...lastOf([
      ...(last ? [{ operator_id: last.user_id, operation_type: 'answered', active_at: last.created_at } as const] : []),
      ...[question, edited].flatMap((text) =>
        text?.edited_at && text.last_editor_id
          ? [{ operator_id: text.last_editor_id, operation_type: 'modified', active_at: text.edited_at } as const]
          : [],
      ),
      { operator_id: question.user_id, operation_type: 'asked', active_at: question.created_at },
    ]),
  })
}

/** Brings the hot score of these questions up to date. */
export const updateHotScores = async (tx: Tx, ids: number[]) => {
  const factors = ids.length ? await listHotFactors(tx.db, ids) : []
  await setHotScores(
    tx.db,
    factors
      .map((question) => [question.id, hotScore(question, tx.now()), question.hot_score] as const)
      .filter(([, now, before]) => now !== before)
      .map(([id, score]) => [id, score]),
  )
}

/** Stores which questions a post's text links to. A hidden post has no links, so that counts don't reveal it. */
export const relink = async (tx: Tx, post: Post, question: Post) => {
  const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
  const shown = isListed(question) && post.status < HIDDEN_FROM
  const before = await listLinksFrom(tx.db, { post_id: post.id })
  const after = shown ? await linksOf(tx, post, site_url) : []
  const gone = before.filter((id) => !after.includes(id))
  const added = after.filter((id) => !before.includes(id))
  if (gone.length) await deleteLinks(tx.db, post.id, gone)
  if (added.length)
    await insertLinks(
      tx.db,
      added.map((to_question_id) => ({
        from_post_id: post.id,
        from_question_id: question.id,
        to_question_id,
        created_at: tx.now(),
      })),
    )
  await setLinkedCounts(tx.db, [...gone, ...added])
}

/** The questions that a visible post links to; a duplicate links to the other question, too. */
const linksOf = async (
  tx: Tx,
  post: Pick<Post, 'id' | 'question_id' | 'status' | 'original_text'>,
  siteUrl: string,
) => {
  const closing = post.status === QUESTION_STATUS.closed ? await findClosing(tx.db, post.id) : undefined
  const named = [...(await questionsOf(tx.db, linkedPosts(post.original_text, siteUrl))), closing?.duplicate_of_id ?? 0]
  return [...new Set(named)].filter((id) => id && id !== post.question_id)
}

/** The same for a question with all its answers, when they become visible or hidden together. */
export const relinkThread = async (tx: Tx, question: Post) => {
  const before = await listLinksFrom(tx.db, { question_id: question.id })
  await deleteLinksOfThread(tx.db, question.id)
  const links: Parameters<typeof insertLinks>[1] = []
  if (isListed(question)) {
    const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
    const texts = await listThreadTexts(tx.db, question.id)
    const named = texts.flatMap((text) =>
      linkedPosts(text.original_text, site_url).map((post) => ({ from: text.id, post })),
    )
    const targets = await questionsOf(
      tx.db,
      named.map(({ post }) => post),
    )
    const closing = question.status === QUESTION_STATUS.closed ? await findClosing(tx.db, question.id) : undefined
    const pairs = [
      ...named.map(({ from }, at) => [from, targets[at]!] as const),
      [question.id, closing?.duplicate_of_id ?? 0] as const,
    ]
    const distinct = new Map(pairs.filter(([, to]) => to && to !== question.id).map((pair) => [pair.join(), pair]))
    links.push(
      ...[...distinct.values()].map(([from_post_id, to_question_id]) => ({
        from_post_id,
        from_question_id: question.id,
        to_question_id,
        created_at: tx.now(),
      })),
    )
  }
  await insertLinks(tx.db, links)
  await setLinkedCounts(tx.db, [...new Set([...before, ...links.map(({ to_question_id }) => to_question_id)])])
}

export interface Details {
  /** A number of `question.close.reasons`; 0 or left out: no reason is given. */
  close_type?: number
  /** The remark that some reasons need; for a duplicate the address of the other question. */
  close_msg?: string
  /** Without a reason it isn't closed. */
  asks_reason?: boolean
  /** A review led to it. */
  reviewed?: boolean
  /** Only if it is of this kind: questions and answers share one sequence of ids. */
  kind?: Post['kind']
}

/** What is wrong with a reason and its remark, and the question that a duplicate's address leads to: another question of this site that everybody can see. */
export const examineRemark = async (
  tx: Pick<Tx, 'db'>,
  { question_id, reason, remark, field }: { question_id: number; reason: number; remark: string; field: string },
): Promise<{ faults: FieldError[]; duplicate_of_id: number }> => {
  const wrong = (why: FieldError['reason'], values?: FieldError['values']) => ({
    faults: [{ field, reason: why, ...(values && { values }) }],
    duplicate_of_id: 0,
  })
  if (remark.length > FLAG_MAX) return wrong('field.too_long', { max: FLAG_MAX })
  if (needsRemark(reason) && remark.trim() === '') return wrong('field.blank')
  if (reason !== DUPLICATE) return { faults: [], duplicate_of_id: 0 }
  const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
  const found = questionAt(remark, site_url)
  if ('reason' in found) return wrong(found.reason)
  if (found.id === question_id) return wrong('field.duplicate_of_itself')
  const other = await findVisiblePost(tx.db, found.id, null, 'question')
  if (!other) return wrong('field.not_a_question')
  return { faults: [], duplicate_of_id: other.id }
}

const CLOSE_REASONS = reasonsFor('question', 'close')

const examineClosing = async (
  tx: Tx,
  question: Post,
  { close_type = 0, close_msg = '', asks_reason = false }: Details,
) => {
  if ((close_type !== 0 || asks_reason) && !CLOSE_REASONS.includes(close_type))
    throw new Invalid([{ field: 'close_type', reason: close_type === 0 ? 'field.no_reason' : 'field.not_a_choice' }])
  const { faults, duplicate_of_id } = await examineRemark(tx, {
    question_id: question.id,
    reason: close_type,
    remark: close_msg,
    field: 'close_msg',
  })
  if (faults.length) throw new Invalid(faults)
  if (duplicate_of_id) {
    // Locked, so that two questions can't be closed as duplicates of each other at the same time.
    await lockPosts(tx.db, [duplicate_of_id])
    if ((await findClosing(tx.db, duplicate_of_id))?.duplicate_of_id === question.id)
      throw new Invalid([{ field: 'close_msg', reason: 'field.duplicate_of_this' }])
  }
  return { close_type, close_msg: needsRemark(close_type) ? close_msg.trim() : '', duplicate_of_id }
}

const PAST = {
  close: 'closed',
  reopen: 'reopened',
  pin: 'pinned',
  unpin: 'unpinned',
  list: 'listed',
  unlist: 'unlisted',
  delete: 'deleted',
  undelete: 'undeleted',
  approve: 'approved',
} as const satisfies Partial<Record<OperationName, string>>

/** Nobody would miss it, so its author may delete it. */
const isUnused = async (tx: Tx, post: Post, question: Post) =>
  post.kind === 'answer'
    ? isUnusedAnswer(post, question)
    : isUnusedQuestion(post, await listAnswerScores(tx.db, post.id, 2))

/** What the row stores about an operation besides the state itself. */
const traceOf = (tx: Tx, actor: Member, operation: OperationName, post: Post, question: Post): PostChanges => {
  if (operation === 'delete')
    return {
      deleted_at: tx.now(),
      deleted_by: actor.id,
      former_status: post.status,
      was_accepted: question.accepted_answer_id === post.id ? 1 : 0,
    }
  return operation === 'undelete'
    ? { deleted_at: 0, deleted_by: 0, former_status: QUESTION_STATUS.available, was_accepted: 0 }
    : {}
}

/** Only a visible answer is accepted. The acceptance isn't withdrawn, so the points for it stay, and an undeleted answer is accepted again unless another one is. */
const keepAcceptance = async (tx: Tx, before: Post, after: Post, question: Post) => {
  if (after.status >= HIDDEN_FROM && question.accepted_answer_id === after.id)
    await updatePost(tx.db, question.id, { accepted_answer_id: 0 })
  if (after.status < HIDDEN_FROM && before.was_accepted && question.accepted_answer_id === 0)
    await updatePost(tx.db, question.id, { accepted_answer_id: after.id })
}

/** The tags of a question, including new ones that waited with it and are made when it is approved. */
const tagsAfter = (tx: Tx, post: Post, after: PostVisibility) =>
  isHeld(post) && after.status < HIDDEN_FROM ? bearWaitingTags(tx, post) : tagIdsOf(tx.db, post.id)

const erase = async (tx: Tx, actor: Member, post: Post) => {
  const post_ids = await listWithAnswers(tx.db, post.id)
  await deleteLinksOf(tx.db, post_ids)
  await erasePosts(tx.db, post_ids)
  await tx.emit('post.erased', {
    actor_id: actor.id,
    object_type: post.kind,
    object_id: post.id,
    question_id: post.question_id,
    kind: post.kind,
    author_id: post.user_id,
    post_ids,
  })
}

/**
 * Carries out one of the operations of contract/src/states.ts on a post, with everything that follows from it, or refuses: then nothing has changed.
 * Its author is told if somebody else did it. @returns whether there was anything to do.
 */
export const operate = async (
  tx: Tx,
  actor: Member,
  post_id: number,
  operation: OperationName,
  details: Details = {},
): Promise<boolean> => {
  const kind = details.kind ?? (await findPost(tx.db, post_id))?.kind ?? 'question'
  const thread = (stepOf(operation).kinds as readonly string[]).includes(kind)
    ? await lockVisiblePost(tx.db, post_id, actor, kind)
    : undefined
  if (!thread) throw new NotFound(`error.${kind}.not_found`)
  const { post, question } = thread
  allow(canOperate(operation, actor, post))
  const stand = standOf(operation, post)
  if (stand === 'already') {
    if (operation === 'close' && details.close_type) await refuseOtherClosing(tx, post, details)
    return false
  }
  if (stand !== 'possible') throw new BadRequest(`error.post.${stand}`)
  if (operation === 'delete' && !isStaff(actor) && !(await isUnused(tx, post, question)))
    throw new BadRequest(`error.${kind}.cannot_deleted`)
  const closing = operation === 'close' ? await examineClosing(tx, post, details) : undefined
  const after = standingAfter(operation, post, restoredStatus(actor, post))
  if (!after) {
    await erase(tx, actor, post)
    return true
  }
  const { status, pin, show } = after
  await updatePost(tx.db, post.id, { status, pin, show, ...traceOf(tx, actor, operation, post, question) })
  if (closing) await insertClosing(tx.db, { question_id: post.id, ...closing, user_id: actor.id, created_at: tx.now() })
  if (operation === 'reopen') await deleteClosings(tx.db, [post.id])
  if (kind === 'answer') await keepAcceptance(tx, post, after, question)
  await tx.emit(
    `${kind}.${PAST[operation as keyof typeof PAST]}` as 'question.closed',
    {
      actor_id: actor.id,
      object_type: kind,
      object_id: post.id,
      question_id: question.id,
      kind,
      author_id: post.user_id,
      tag_ids: kind === 'question' ? await tagsAfter(tx, post, after) : [],
      was_listed: kind === 'question' && isListed(post),
      is_listed: kind === 'question' && isListed(after),
      ...(details.reviewed && { reviewed: true }),
      ...(closing && { close_type: closing.close_type, duplicate_of_id: closing.duplicate_of_id }),
      ...(operation === 'undelete' && { status }),
    } as Events['question.closed'],
  )
  await updateHotScores(tx, [question.id])
  if (kind === 'question') await countListing(tx, post, after)
  return true
}

/** What a member asks to be done, as one act. */
export const operatePost = async (
  app: App,
  actor: Member,
  kind: Post['kind'],
  id: string,
  operation: OperationName,
  details: Details = {},
) => {
  await app.transaction((tx) => operate(tx, actor, numberOf(kind, id), operation, { ...details, kind }))
  return null
}

const ERASED_AT_ONCE = 100
const HAS_GONE = [NotFound, BadRequest]

/** Erases all deleted posts of a kind, one after another; what is undeleted meanwhile stays. */
const eraseAll = async (list: (after: number) => Promise<number[]>, erase: (id: number) => Promise<unknown>) => {
  for (let after = 0; ;) {
    const ids = await list(after)
    for (const id of ids)
      await erase(id).catch((error: unknown) => {
        if (!HAS_GONE.some((kind) => error instanceof kind)) throw error
      })
    if (ids.length < ERASED_AT_ONCE) return
    after = ids.at(-1)!
  }
}

/** One deleted post, or all of them if none is named. */
export const deletePermanently = async (app: App, actor: Member, { type, object_id }: PermanentDeletion) => {
  if (type === 'users') {
    const erase = (id: number) => app.transaction((tx) => eraseDeletedUser(tx, actor.id, id))
    await (object_id
      ? erase(userNumber(object_id))
      : eraseAll((after) => listErasable(app.db, { until: app.clock.now(), after, limit: ERASED_AT_ONCE }), erase))
    return null
  }
  const kind = type === 'questions' ? 'question' : 'answer'
  if (object_id) return operatePost(app, actor, kind, object_id, 'erase')
  await eraseAll(
    (after) => listDeleted(app.db, kind, after, ERASED_AT_ONCE),
    (id) => app.transaction((tx) => operate(tx, actor, id, 'erase', { kind })),
  )
  return null
}

/** Each of several by itself: one that can't be erased doesn't keep the others. */
export const eraseEach = async (app: App, actor: Member, type: PermanentDeletion['type'], object_ids: string[]) => {
  const erased: string[] = []
  const kept: { object_id: string; refusal: AppError }[] = []
  for (const object_id of new Set(object_ids)) {
    try {
      await deletePermanently(app, actor, { type, object_id })
      erased.push(object_id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      kept.push({ object_id, refusal: error })
    }
  }
  return { erased, kept }
}

/** Closing again with the same reason: the same call once more. With another reason: somebody was quicker. */
const refuseOtherClosing = async (tx: Tx, { id }: Post, { close_type, close_msg = '' }: Details) => {
  const closing = await findClosing(tx.db, id)
  if (
    !closing ||
    closing.close_type !== close_type ||
    (needsRemark(closing.close_type) && closing.close_msg !== close_msg.trim())
  )
    throw new Conflict('error.post.closed')
}

const FLUSH_MS = 5000
const VISITS_KEPT = 50_000
const VISITOR_LENGTH = 150 // browsers may send any user agent, of any length
const ROWS_AT_ONCE = 500
/** Who looks again within this time is still looking. */
const VIEW_SECONDS = 30 * MINUTE

/** What has come to a question since the last time. */
interface Looks {
  views: number
  readers: number[]
}
interface ViewCounts {
  pending: Map<number, Looks>
  /** When each of them last looked. */
  seen: LRUCache<string, number>
  timer: NodeJS.Timeout | undefined
}
const counts = new WeakMap<App, ViewCounts>()

const addLooks = async ({ db }: Tx, looks: [id: number, looks: Looks][]) => {
  await addViews(
    db,
    looks.map(([id, { views }]) => [id, views] as const),
  )
  const sketches = await listReaderSketches(
    db,
    looks.map(([id]) => id),
  )
  const readers = new Map(looks.map(([id, its]) => [id, its.readers]))
  const changed = sketches.flatMap(({ id, sketch }) => {
    const before = Buffer.from(sketch ?? '', 'base64')
    const after = withReaders(before, readers.get(id)!)
    return after.equals(before) ? [] : [{ id, sketch: after, more: countReaders(after) - countReaders(before) }]
  })
  await saveReaderSketches(
    db,
    changed.map(({ id, sketch }) => ({ question_id: id, sketch: sketch.toString('base64') })),
  )
  // The estimate may fall below the exact list where that ends; the number of people must not.
  await addReaders(
    db,
    changed.filter(({ more }) => more > 0).map(({ id, more }) => [id, more] as const),
  )
}

/** Writes the counted views. If that fails, they are kept for the next time. */
export const flushViews = async (app: App) => {
  const views = counts.get(app)
  if (!views) return
  clearTimeout(views.timer)
  views.timer = undefined
  const rows = [...views.pending]
  views.pending = new Map()
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    try {
      await app.transaction((tx) => addLooks(tx, some))
    } catch (error) {
      for (const [id, looks] of rows.slice(at)) {
        const since = views.pending.get(id)
        views.pending.set(id, {
          views: looks.views + (since?.views ?? 0),
          readers: [...looks.readers, ...(since?.readers ?? [])],
        })
      }
      throw error
    }
  }
}

/**
 * A view is a person opening a question, counted once in half an hour; a reader is a member, or an address with a browser, counted once ever.
 * Counted in memory: one view is no reason to write, some hundred together are.
 */
export const countView = (app: App, question_id: number, visitor: string) => {
  let views = counts.get(app)
  if (!views)
    counts.set(app, (views = { pending: new Map(), seen: new LRUCache({ max: VISITS_KEPT }), timer: undefined }))
  const reader = visitor.slice(0, VISITOR_LENGTH)
  const visit = `${question_id}:${reader}`
  const now = app.clock.now()
  if (now - (views.seen.get(visit) ?? -VIEW_SECONDS) < VIEW_SECONDS) return
  views.seen.set(visit, now)
  const looks = views.pending.get(question_id) ?? { views: 0, readers: [] }
  looks.views++
  looks.readers.push(readerHash(app.secret, question_id, reader))
  views.pending.set(question_id, looks)
  // Nobody waits for this: what can't be written now is written with the next views, or at the end, when a failure is reported.
  views.timer ??= setTimeout(() => void flushViews(app).catch(() => {}), FLUSH_MS).unref()
}
