import { LRUCache } from 'lru-cache'
import type { App, Tx } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { countReaders, readerHash, withReaders } from '../../../lib/reader-sketch.ts'
import { seal } from '../../../lib/tokens.ts'
import { award } from './award.ts'
import { findDue, type Touch } from './due.ts'
import {
  findLink,
  findShare,
  saveAnswersRead,
  saveGuidelinesRead,
  saveLink,
  saveShare,
  saveVisit,
} from './visits/queries.ts'

/** Somebody who comes from a shared address is counted soon enough for a badge within the second. */
const FLUSH_MS = 500
/** What one transaction writes. */
const NOTES_AT_ONCE = 100
const REMEMBERED = 50_000
const VISITOR_LENGTH = 150 // browsers may say of themselves what they like, at any length

/** What somebody has done by looking: without who came, only how many. */
type Note =
  | { kind: 'visit'; user_id: number; day: number }
  | { kind: 'guidelines'; user_id: number }
  | { kind: 'read'; user_id: number; question_id: number; answer_ids: number[] }
  | { kind: 'share'; user_id: number; post_id: number; visitor: number }
  | { kind: 'link'; post_id: number; link_hash: string; visitor: number }

const withVisitor = (before: { visitors: number; sketch: string } | undefined, visitor: number) => {
  const sketch = withReaders(Buffer.from(before?.sketch ?? '', 'base64'), [visitor])
  // An estimate may fall where the exact list ends; a number of people doesn't.
  return { sketch: sketch.toString('base64'), visitors: Math.max(before?.visitors ?? 0, countReaders(sketch)) }
}

/** Writes it down. @returns what badges may follow from. */
const write = async (tx: Tx, note: Note): Promise<Touch[]> => {
  switch (note.kind) {
    case 'visit':
      await saveVisit(tx.db, note.user_id, note.day)
      return [
        { activity: 'visit', user_id: note.user_id },
        { activity: 'year', user_id: note.user_id },
        { figure: 'member_days', user_id: note.user_id },
      ]
    case 'guidelines':
      await saveGuidelinesRead(tx.db, note.user_id, tx.now())
      return [{ activity: 'guidelines', user_id: note.user_id }]
    case 'read': {
      const { user_id, question_id, answer_ids } = note
      await saveAnswersRead(
        tx.db,
        answer_ids.map((answer_id) => ({ user_id, question_id, answer_id })),
      )
      return [{ activity: 'reading', user_id, thing: question_id }]
    }
    case 'share': {
      const { user_id, post_id, visitor } = note
      const before = await findShare(tx.db, user_id, post_id)
      const after = withVisitor(before, visitor)
      if (after.sketch === before?.sketch) return []
      await saveShare(tx.db, { user_id, post_id, ...after, created_at: tx.now() })
      return [{ activity: 'share', user_id, thing: post_id }]
    }
    case 'link': {
      const { post_id, link_hash, visitor } = note
      const before = await findLink(tx.db, post_id, link_hash)
      const after = withVisitor(before, visitor)
      if (after.sketch === before?.sketch) return []
      const id = await saveLink(tx.db, { post_id, link_hash, ...after, created_at: tx.now() })
      return [{ activity: 'link_visit', thing: id }]
    }
  }
}

interface Notes {
  pending: Note[]
  /** What this process has noted already, and needn't again. */
  known: LRUCache<string, number>
  timer: NodeJS.Timeout | undefined
  /** What is being written: the next writing begins after it. */
  writing: Promise<unknown>
}
const notes = new WeakMap<App, Notes>()
const notesOf = (app: App) => {
  const there = notes.get(app)
  if (there) return there
  const fresh: Notes = {
    pending: [],
    known: new LRUCache({ max: REMEMBERED }),
    timer: undefined,
    writing: Promise.resolve(),
  }
  notes.set(app, fresh)
  return fresh
}

const writeAll = async (app: App, all: Notes) => {
  while (all.pending.length) {
    const some = all.pending.splice(0, NOTES_AT_ONCE)
    try {
      await app.transaction(async (tx) => {
        const touches: Touch[] = []
        for (const note of some) touches.push(...(await write(tx, note)))
        await award(tx, await findDue(tx.db, touches, tx.now()))
      })
    } catch (error) {
      all.pending.unshift(...some)
      throw error
    }
  }
}

/** Writes what was noted, and awards what follows in the same transaction. If that fails, it is kept for the next time. */
export const flushVisits = (app: App) => {
  const all = notesOf(app)
  clearTimeout(all.timer)
  all.timer = undefined
  const writing = all.writing.then(() => writeAll(app, all))
  all.writing = writing.catch(() => {}) // told to whoever asked for it
  return writing
}

/** Counted in memory: looking at a page is no reason to write, several looks together are. */
const add = (app: App, note: Note, key: string, value: number) => {
  const all = notesOf(app)
  if (all.known.get(key) === value) return
  all.known.set(key, value)
  all.pending.push(note)
  // Nobody waits for this: what can't be written now is written with the next ones, or at the end, when a failure is seen.
  all.timer ??= setTimeout(() => void flushVisits(app).catch(() => {}), FLUSH_MS).unref()
}

/** Only questions with so many answers count as read. */
const READING_MIN = 11

/** What is noted of visits; nothing while there is no site. */
export const visitsOf = (current: () => App | undefined) => {
  const note = (make: (app: App) => [note: Note, key: string, value: number] | undefined) => {
    const app = current()
    const made = app && make(app)
    if (made) add(app, ...made)
  }
  const visitorHash = (app: App, post_id: number, what: string, who: string) =>
    readerHash(app.secret, post_id, `${what} ${who.slice(0, VISITOR_LENGTH)}`)
  return {
    /** A user is here today. */
    here: (user_id: number) =>
      note((app) => {
        const day = Math.floor(app.clock.now() / DAY)
        return [{ kind: 'visit', user_id, day }, `visit ${user_id}`, day]
      }),
    guidelines: (user_id: number) => note(() => [{ kind: 'guidelines', user_id }, `guidelines ${user_id}`, 1]),
    /** A user has had these answers before them. */
    answers: (user_id: number, question: { id: number; answer_count: number }, answer_ids: number[]) =>
      note(() =>
        question.answer_count < READING_MIN || answer_ids.length === 0
          ? undefined
          : [
              { kind: 'read', user_id, question_id: question.id, answer_ids },
              `read ${user_id} ${question.id} ${answer_ids.join()}`,
              question.answer_count,
            ],
      ),
    /** Somebody came by the address that this user had shared. */
    share: (user_id: number, post_id: number, who: string) =>
      note((app) => {
        const visitor = visitorHash(app, post_id, `share ${user_id}`, who)
        return [{ kind: 'share', user_id, post_id, visitor }, `share ${user_id} ${post_id} ${visitor}`, 1]
      }),
    /** Somebody followed a link in this post. */
    link: (post_id: number, href: string, who: string) =>
      note((app) => {
        const link_hash = seal(app.secret, 'link', href).slice(0, 22)
        const visitor = visitorHash(app, post_id, `link ${link_hash}`, who)
        return [{ kind: 'link', post_id, link_hash, visitor }, `link ${post_id} ${link_hash} ${visitor}`, 1]
      }),
  }
}
export type Visits = ReturnType<typeof visitsOf>
