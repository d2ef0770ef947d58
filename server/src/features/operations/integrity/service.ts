import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { isDamage } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { release, retryJobs } from '../../../events/queries.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteSessions } from '../../users/sessions/queries.ts'
import { deleteTokens } from '../../users/api-tokens/queries.ts'
import { lockComments, setCommentScores } from '../../content/comments/queries.ts'
import { filesBelow } from '../../../lib/unfollowed.ts'
import { placeOf } from '../files/views.ts'
import { deleteMemberSettings } from '../plugins/queries.ts'
import { listIdlePlugins } from '../plugins/service.ts'
import { QUESTIONS_COUNTER } from '../../content/posts/policy.ts'
import { deleteLinks, listLinksFrom } from '../../content/posts/links/queries.ts'
import {
  countListedQuestions,
  setAnswerCounts,
  setCollectionCounts,
  setCommentCounts,
  setFollowCounts,
  setLastDoings,
  setLinkedCounts,
  setScores,
} from '../../content/posts/counts/queries.ts'
import { deleteClosings } from '../../content/posts/transitions/queries.ts'
import { lockPosts, lockThread } from '../../content/posts/queries.ts'
import { unaccept } from '../../content/posts/answers/queries.ts'
import { relink } from '../../content/posts/links/service.ts'
import { listCauses } from '../../engagement/reputation/queries.ts'
import { takeBack } from '../../engagement/reputation/service.ts'
import { queueLost, queueLostComments } from '../../content/review-queue/queries.ts'
import { indexWithin } from '../../content/search/service.ts'
import { setCounter } from '../settings/queries.ts'
import { lockTags } from '../../content/tags/queries.ts'
import { setFollowCounts as setTagFollowCounts, setQuestionCounts } from '../../content/tags/counts/queries.ts'
import { setMainTags } from '../../content/tags/of-questions/queries.ts'
import { lockUsers } from '../../users/users/queries.ts'
import { recountPostsOf, setFollowCounts as setUserFollowCounts, setRanks } from '../../users/users/counts/queries.ts'
import { TABLES } from './checks.ts'
import {
  listDamage,
  listFiles,
  listKnownPaths,
  listMilestones,
  listUnbelievedProxies,
  listWrong,
  type Range,
} from './queries.ts'

type Repair = (tx: Tx, ids: number[]) => Promise<unknown>
/** Locks first and counts in a second statement, so that it sees what the transaction before has committed. */
const after =
  (
    lock: (db: Tx['db'], ids: number[]) => Promise<unknown>,
    set: (db: Tx['db'], ids: number[]) => Promise<unknown>,
  ): Repair =>
  async ({ db }, ids) => {
    await lock(db, ids)
    await set(db, ids)
  }

const relinkAll: Repair = async (tx, ids) => {
  for (const id of new Set(ids)) {
    const thread = await lockThread(tx.db, id)
    if (thread) await relink(tx, thread.post, thread.question)
    else await deleteLinks(tx.db, id, await listLinksFrom(tx.db, { post_id: id }))
  }
}

const takeBackAll: Repair = async (tx, ids) => {
  for (const cause of await listCauses(tx.db, ids)) await takeBack(tx, cause)
}

/** What can be computed again from the facts. Nobody knows what would be right for the rest. */
const REPAIRS: Record<string, Repair> = {
  'reputation_entries.cause': takeBackAll,
  'comments.score': after(lockComments, setCommentScores),
  'question_links.from_post_id': relinkAll,
  'question_links.to_question_id': relinkAll,
  'reviews.missing_comment': (tx, ids) => queueLostComments(tx.db, ids, tx.now()),
  'reviews.missing': (tx, ids) => queueLost(tx.db, ids, tx.now()),
  'closings.question_id': ({ db }, ids) => deleteClosings(db, ids),
  'posts.accepted_answer_id': after(lockPosts, unaccept),
  'posts.score': after(lockPosts, setScores),
  'posts.comment_count': after(lockPosts, setCommentCounts),
  'posts.answer_count': after(lockPosts, setAnswerCounts),
  'posts.follow_count': after(lockPosts, setFollowCounts),
  'posts.collection_count': after(lockPosts, setCollectionCounts),
  'posts.operator_id': after(lockPosts, setLastDoings),
  'posts.linked_count': ({ db }, ids) => setLinkedCounts(db, ids),
  'search.missing': indexWithin,
  'search.leftover': indexWithin,
  'search.plain_text': indexWithin,
  'question_tags.tag_id': ({ db }, ids) => setMainTags(db, ids),
  'tags.follow_count': after(lockTags, setTagFollowCounts),
  'tags.question_count': after(lockTags, setQuestionCounts),
  'users.rank': after(lockUsers, setRanks),
  'users.follow_count': after(lockUsers, setUserFollowCounts),
  'users.question_count': after(lockUsers, recountPostsOf),
  'sessions.user_id': ({ db }, ids) => deleteSessions(db, ids),
  'api_tokens.user_id': ({ db }, ids) => deleteTokens(db, ids),
  'member_settings.user_id': ({ db }, ids) => deleteMemberSettings(db, ids),
  'jobs.last_error': (tx, ids) => retryJobs(tx.db, ids, tx.now()),
  'jobs.locked_until': ({ db }, ids) => release(db, ids),
  'counters.questions': async ({ db }) => setCounter(db, QUESTIONS_COUNTER, await countListedQuestions(db)),
}

/** Totals that are wrong after an import until they are counted. */
export const COUNTS = [
  'comments.score',
  'posts.score',
  'posts.comment_count',
  'posts.answer_count',
  'posts.operator_id',
  'posts.linked_count',
  'tags.question_count',
  'users.rank',
  'users.question_count',
  'counters.questions',
]

export interface Fault {
  /** What was checked: mostly `table.column`. */
  check: string
  says: string
  /** How many rows were found, and how many of them repaired. */
  found: number
  repaired: number
  /** The first of those that were not repaired. */
  rows: string[]
}

export interface Examination {
  /** Repairs what can be computed again. */
  repair?: App['transaction']
  /** Just these; all, if left out. */
  only?: string[]
  onProgress?: (part: string, share: number) => void
}

/** What is needed to read the facts; the site itself may be running, here or elsewhere. */
export type Examined = Pick<App, 'db' | 'config' | 'clock'>

/** Rows at a time: few enough to stay in memory for all checks of a table, and not to hold others up during repairs. */
const STEP = 2000
const REPAIRED_AT_ONCE = 500
const ROWS_NAMED = 20
const EVERYTHING: Range = { after: Number.MIN_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER }

/** The last range has no end, since the site goes on meanwhile. */
const rangesOf = async ({ db }: Examined, table: string, key: string): Promise<Range[]> => {
  // Where that can't be read, the checks say so.
  const ends =
    key === ''
      ? []
      : await listMilestones(db, table, key, STEP).catch((error: unknown) => {
          if (isDamage(error)) return []
          throw error
        })
  return [...ends, EVERYTHING.upTo].map((upTo, place) => ({ after: ends[place - 1] ?? EVERYTHING.after, upTo }))
}

const createFindings = () => {
  const faults = new Map<string, Fault>()
  return {
    faults,
    note(check: string, says: string, rows: string[], repaired = 0) {
      if (rows.length + repaired === 0) return
      const fault = faults.get(check) ?? { check, says, found: 0, repaired: 0, rows: [] }
      faults.set(check, fault)
      fault.found += rows.length + repaired
      fault.repaired += repaired
      fault.rows.push(...rows.slice(0, ROWS_NAMED - fault.rows.length))
    },
  }
}
type Findings = ReturnType<typeof createFindings>

const repairRange = async (transaction: App['transaction'], repair: Repair, wrong: (number | string)[]) => {
  const ids = [...new Set(wrong)].filter((id) => typeof id === 'number')
  if (ids.length < wrong.length) return transaction((tx) => repair(tx, ids)) // the one row that has a name instead of a number
  for (let at = 0; at < ids.length; at += REPAIRED_AT_ONCE)
    await transaction((tx) => repair(tx, ids.slice(at, at + REPAIRED_AT_ONCE)))
}

const FILES_AT_ONCE = 500
/** A symbolic link is no upload, whatever it leads to. */
const bytesOf = (place: string) =>
  lstat(place).then(
    (about) => (about.isFile() ? about.size : -1),
    () => -1,
  )

/** Each row has its file, with the right length. */
const findMissingFiles = async (app: Examined, findings: Findings) => {
  for (let after = 0; ;) {
    const files = await listFiles(app.db, after, FILES_AT_ONCE)
    if (files.length === 0) return
    const missing: string[] = []
    for (const { path, bytes } of files) if ((await bytesOf(placeOf(app, path))) !== bytes) missing.push(path)
    findings.note('files.path', 'is not on the disk, or not as it was', missing)
    after = files.at(-1)!.id
  }
}

/** Each file has its row, except those that are being uploaded just now. */
const findStrayFiles = async (app: Examined, findings: Findings) => {
  const isOld = async (path: string) =>
    lstat(placeOf(app, path)).then(
      ({ mtimeMs }) => mtimeMs / 1000 < app.clock.now() - DAY,
      () => false,
    )
  const check = async (paths: string[]) => {
    const known = await listKnownPaths(app.db, paths)
    const stray: string[] = []
    for (const path of paths) if (!known.has(path) && (await isOld(path))) stray.push(path)
    findings.note('uploads', 'is a file that nothing knows of', stray)
  }
  const top = placeOf(app, '')
  const paths: string[] = []
  for await (const path of existsSync(top) ? filesBelow(top) : []) {
    paths.push(path)
    if (paths.length === FILES_AT_ONCE) await check(paths.splice(0))
  }
  await check(paths)
}

const DAMAGED = 'is what the database says of itself'
const findDamage = async ({ db }: Examined, findings: Findings) => {
  const { damage, keys } = await listDamage(db)
  findings.note('database', DAMAGED, damage)
  findings.note('keys', 'is a key that keeps doubles away, and gone', keys)
}

/** Compares everything that is counted, copied or assumed with the facts, and reports what is wrong. */
export const examine = async (
  app: Examined,
  { repair: transaction, only, onProgress = () => {} }: Examination = {},
): Promise<Fault[]> => {
  const findings = createFindings()
  const wanted = (name: string) => !only || only.includes(name)
  const tables = Object.entries(TABLES)
    .map(([table, { key, checks }]) => ({
      table,
      key,
      checks: Object.entries(checks).filter(([name]) => wanted(name)),
    }))
    .filter(({ checks }) => checks.length > 0)
  const parts = await Promise.all(
    tables.map(async (part) => ({ ...part, ranges: await rangesOf(app, part.table, part.key) })),
  )
  const total = parts.reduce((sum, { checks, ranges }) => sum + checks.length * ranges.length, 0)
  let done = 0
  for (const { table, checks, ranges } of parts) {
    for (const range of ranges) {
      for (const [name, check] of checks) {
        const wrong = await listWrong(app.db, check, range, app.clock.now()).catch((error: unknown) => {
          if (!isDamage(error)) throw error
          findings.note('database', DAMAGED, [`${name}: ${(error as Error).message}`])
          return []
        })
        const repair = REPAIRS[name]
        if (wrong.length && transaction && repair) {
          await repairRange(transaction, repair, wrong)
          const left = await listWrong(app.db, check, range, app.clock.now())
          findings.note(name, check.says, left.map(String), Math.max(0, wrong.length - left.length))
        } else findings.note(name, check.says, wrong.map(String))
        onProgress(table, ++done / total)
      }
    }
  }
  if (!only) {
    onProgress('files', 1)
    await findMissingFiles(app, findings)
    await findStrayFiles(app, findings)
    onProgress('plugins', 1)
    findings.note(
      'plugins',
      "is switched on and does nothing: it isn't set up, or isn't there any more",
      await listIdlePlugins(app.db),
    )
    onProgress('proxies', 1)
    findings.note(
      'proxies',
      'is a proxy that is not believed, so that all who come through it have one address: ASKWELL_PROXIES should name it',
      await listUnbelievedProxies(app.db, app.clock.now()),
    )
    onProgress('the database itself', 1)
    await findDamage(app, findings)
  }
  return [...findings.faults.values()]
}

/** What is off, one line for each row; nothing, in a site that is as it should be. For the end of a test. */
export const findFaults = async (app: Examined) =>
  (await examine(app)).flatMap(({ check, says, rows }) => rows.map((row) => `${check}: ${row} ${says}`))
