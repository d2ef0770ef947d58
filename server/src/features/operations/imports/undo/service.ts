import type { UndoReport } from '@askwell/contract/imports.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { countAll } from '../../../../commands/counts.ts'
import { Problem } from '../../../../commands/problem.ts'
import { refreshStatistics } from '../../../../db/dialect.ts'
import type { Doing } from '../../../../events/doing.ts'
import type { App } from '../../../../events/events.ts'
import { alone } from '../alone.ts'
import { Stopped } from '../import-stopped.ts'
import { listSites, type OriginKind } from '../queries.ts'
import { markRunsUndone } from '../run-state.ts'
import {
  countHanging,
  countMapped,
  deleteMappedBelongings,
  listClaimed,
  listMapped,
  listMappedElsewhere,
  listPeopleOf,
  listQuestionsOf,
  listTitles,
  listWrittenOn,
  markUndone,
} from './queries.ts'
import { takeMembers, takeQuestion, takeTags } from './take-back.ts'

const AT_ONCE = 200
const SHOWN = 20

/** No import is remembered under this name. */
export class NoSuchImport extends Problem {
  constructor(site: string, sites: string[]) {
    super(
      sites.length
        ? `Nothing was imported as "${site}"; there is ${sites.map((one) => `"${one}"`).join(', ')}.`
        : 'Nothing was imported here.',
    )
  }
}

export interface Undoing {
  /** The name under which the old site is remembered. */
  site: string
  dry_run: boolean
  actor_id?: number
}

const nothing = (site: string): UndoReport => ({
  site,
  questions: 0,
  answers: 0,
  comments: 0,
  members: 0,
  tags: 0,
  votes: 0,
  bookmarks: 0,
  kept_questions: 0,
  kept: [],
  kept_members: 0,
  claimed: [],
})

type Walking = Pick<Doing, 'signal'> & { told: (rows: number) => void }

/** All of a kind that came from there, a batch at a time. */
async function* walk(app: App, site: string, kind: OriginKind, { signal, told }: Walking) {
  for (let after = ''; ;) {
    if (signal.aborted) throw new Stopped()
    const rows = await listMapped(app.db, { site, kind, after, limit: AT_ONCE })
    if (rows.length === 0) return
    yield rows
    told(rows.length)
    after = rows.at(-1)!.key
  }
}

/** The questions that go, and those that stay since somebody has written there. */
const takeQuestions = async (
  app: App,
  { site, dry_run, actor_id = 0 }: Undoing,
  walking: Walking,
  report: UndoReport,
) => {
  const [seen, kept] = [new Set<number>(), new Set<number>()]
  for await (const rows of walk(app, site, 'post', walking)) {
    const ids = await listQuestionsOf(
      app.db,
      rows.map(({ object_id }) => object_id),
    )
    const fresh = ids.filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    if (fresh.length === 0) continue
    const staying = await listWrittenOn(app.db, fresh)
    for (const id of staying) kept.add(id)
    const going = fresh.filter((id) => !kept.has(id))
    if (going.length === 0) continue
    const hanging = await countHanging(app.db, going)
    if (!dry_run)
      for (const id of going) {
        if (walking.signal.aborted) throw new Stopped()
        if (!(await takeQuestion(app, site, actor_id, id))) kept.add(id)
      }
    report.questions += going.filter((id) => !kept.has(id)).length
    for (const figure of ['answers', 'comments', 'votes', 'bookmarks'] as const) report[figure] += hanging[figure]
  }
  report.kept_questions = kept.size
  report.kept = (await listTitles(app.db, [...kept].slice(0, SHOWN))).map(({ id, title, url_title }) => ({
    id: objectId('question', id),
    title,
    url_title,
  }))
  return kept
}

const PEOPLE_AT_ONCE = 100

const peopleOf = async (app: App, kept: Set<number>) => {
  const ids = [...kept]
  const people = new Set<number>()
  for (let at = 0; at < ids.length; at += PEOPLE_AT_ONCE)
    for (const id of await listPeopleOf(app.db, ids.slice(at, at + PEOPLE_AT_ONCE))) people.add(id)
  return people
}

const takeAllMembers = async (
  app: App,
  { site, dry_run, actor_id = 0 }: Undoing,
  walking: Walking,
  kept: Set<number>,
  report: UndoReport,
) => {
  const standing = await peopleOf(app, kept)
  const claimed: string[] = []
  for await (const rows of walk(app, site, 'user', walking)) {
    const came = rows.filter(({ was_here }) => !was_here)
    if (dry_run) {
      const ids = came.map(({ object_id }) => object_id)
      const used = ids.length ? await listClaimed(app.db, ids) : []
      const elsewhere = ids.length ? await listMappedElsewhere(app.db, site, ids) : []
      const staying = new Set([...used.map(({ id }) => id), ...elsewhere])
      report.members += came.filter(({ object_id }) => !staying.has(object_id) && !standing.has(object_id)).length
      claimed.push(...used.map(({ username }) => username))
    } else {
      const taken = await takeMembers(app, site, actor_id, rows, standing)
      report.members += taken.gone
      claimed.push(...taken.claimed)
    }
    report.kept_members += came.length
  }
  report.kept_members -= report.members
  report.claimed = claimed.slice(0, SHOWN)
}

/** Tags that no question bears any more. */
const takeAllTags = async (app: App, site: string, walking: Walking) => {
  for await (const rows of walk(app, site, 'tag', walking))
    await app.transaction((tx) =>
      takeTags(
        tx,
        site,
        rows.map(({ object_id }) => object_id),
      ),
    )
}

const countTags = async (app: App, site: string) => {
  let count = 0
  for await (const rows of walk(app, site, 'tag', { signal: new AbortController().signal, told: () => {} }))
    count += rows.length
  return count
}

/** Whatever has gone, the counts are right at the end. */
const countAgain = async (app: App) => {
  await countAll(app)
  await app.transaction(async (tx) => {
    await refreshStatistics(tx.db)
    await tx.emit('site.imported', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0, counted: true })
  })
}

/** Takes back what came from a site. Stopped or killed, and begun again, it goes on: what has gone isn't found any more. */
const takeBack = async (app: App, undoing: Undoing, doing: Doing): Promise<UndoReport> => {
  const { site, dry_run } = undoing
  const sites = await listSites(app.db)
  if (!sites.includes(site)) throw new NoSuchImport(site, sites)
  const report = nothing(site)
  const total = await countMapped(app.db, site)
  let done = 0
  const walking = { signal: doing.signal, told: (rows: number) => doing.progress((done += rows), total, site) }
  const tags = await countTags(app, site)
  const take = async () => {
    const kept = await takeQuestions(app, undoing, walking, report)
    // Before those who have described them.
    if (!dry_run) await takeAllTags(app, site, walking)
    await takeAllMembers(app, undoing, walking, kept, report)
  }
  if (dry_run) {
    await take()
    return { ...report, tags }
  }
  await app.transaction((tx) => markUndone(tx.db, site))
  const there = await countMapped(app.db, site)
  await take().catch(async (error: unknown) => {
    if ((await countMapped(app.db, site)) < there) await countAgain(app)
    throw error
  })
  report.tags = tags - (await countTags(app, site))
  await countAgain(app)
  await app.transaction(async (tx) => {
    await deleteMappedBelongings(tx.db, site)
    await markRunsUndone(tx, site)
  })
  return report
}

/** By the command line and from the page; never beside an import. */
export const undoImport = (app: App, undoing: Undoing, doing: Doing) =>
  alone(app, () =>
    takeBack(app, undoing, doing).catch((error: unknown) => {
      throw error instanceof Stopped
        ? new Problem('Stopped. What has gone by now is gone; the same command again does the rest.')
        : error
    }),
  )
