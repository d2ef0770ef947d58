import { AsyncLocalStorage } from 'node:async_hooks'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import type { ForbiddenTry } from '../../../lib/isolated-plugin.ts'
import { findSetting, listPluginsOn, saveSetting } from '../settings/queries.ts'
import { type ForbiddenNote, forbiddenOf } from './queries.ts'

// What plugins try and aren't allowed is told to the admin: they may do so without end, so it is counted, and written once a minute.

/** What comes at once is written at once. */
const SOON_MS = 500
const AGAIN_MS = 60_000
/** So many names of a kind are kept, the first: who tries more can't drive them out. */
export const NAMES_OF_A_KIND = 5
/** Apart from the call in which something came up, whose transactions are its own. */
export const apart = AsyncLocalStorage.snapshot()

/** Notes with one more. */
export const noted = (notes: readonly ForbiddenNote[], one: ForbiddenNote): ForbiddenNote[] => {
  const isLike = ({ kind, name }: Pick<ForbiddenNote, 'kind' | 'name'>) => kind === one.kind && name === one.name
  const ofKind = notes.filter(({ kind }) => kind === one.kind)
  if (one.kind !== 'more' && ofKind.length >= NAMES_OF_A_KIND && !ofKind.some(isLike))
    return noted(notes, { ...one, kind: 'more', name: '' })
  const before = notes.find(isLike)
  const now = { ...one, count: one.count + (before?.count ?? 0), at: Math.max(one.at, before?.at ?? 0) }
  return before ? notes.map((note) => (note === before ? now : note)) : [...notes, now]
}

interface Noting {
  slug_name: string
  log(line: string): void
  report(error: unknown, where: string): void
}

/** Of one plugin, for as long as it runs. */
export const createForbiddenTries = (app: App, { slug_name, log, report }: Noting) => {
  const name = forbiddenOf(slug_name)
  let waiting: ForbiddenNote[] = []
  let timer: NodeJS.Timeout | undefined
  let writtenAt = -Infinity
  let last: Promise<void> = Promise.resolve()
  let isOver = false

  const save = async (notes: ForbiddenNote[]) =>
    app.transaction(async (tx) => {
      await advisoryLock(tx.db, name) // of two at once each would count only its own
      if (!(await listPluginsOn(tx.db)).includes(slug_name)) return
      const before = ((await findSetting(tx.db, name)) ?? []) as ForbiddenNote[]
      await saveSetting(tx.db, name, notes.reduce(noted, before), tx.now())
    })
  const write = () => {
    if (!waiting.length) return last
    const notes = waiting
    waiting = []
    const tell = (error: unknown) => report(error, `noting what ${slug_name} isn't allowed`)
    last = last.then(() => apart(() => save(notes)).catch(tell))
    return last
  }

  return {
    add({ kind, name: what }: ForbiddenTry) {
      if (isOver) return
      const before = waiting.length
      waiting = noted(waiting, { kind, name: what.slice(0, 200), count: 1, at: app.clock.now() })
      if (waiting.length > before) log(`it was kept from this ${kind}: ${what.slice(0, 200)}`)
      if (timer) return
      const due = () => {
        timer = undefined
        writtenAt = performance.now()
        void write()
      }
      timer = setTimeout(due, Math.max(SOON_MS, writtenAt + AGAIN_MS - performance.now()))
      timer.unref()
    },
    /** Writes what waits; what comes after it isn't noted. */
    end() {
      isOver = true
      clearTimeout(timer)
      return write()
    },
  }
}
export type ForbiddenTries = ReturnType<typeof createForbiddenTries>
