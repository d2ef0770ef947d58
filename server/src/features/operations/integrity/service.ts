import { isDamage } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { listIdlePlugins } from '../plugins/service.ts'
import { TABLES } from './checks.ts'
import { listDamage, listMilestones, listUnbelievedProxies, listWrong, type Range } from './queries.ts'
import type { Check } from '../../../db/checks.ts'
import type { Examined } from './examined.ts'
import { createFindings, type Fault, type Findings } from './findings.ts'
import { repairRange, REPAIRS } from './repairs/service.ts'
import { examineUploads } from './uploaded-files.ts'

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
  'users.contributions',
  'users.tag_contributions',
  'users.names',
  'counters.questions',
]

export interface Examination {
  /** Repairs what can be computed again. */
  repair?: App['transaction']
  /** Just these; all, if left out. */
  only?: string[]
  onProgress?: (part: string, share: number) => void
}

/** Rows at a time: few enough to stay in memory for all checks of a table, and not to hold others up during repairs. */
const STEP = 2000
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

const DAMAGED = 'is what the database says of itself'
const findDamage = async ({ db }: Examined, findings: Findings) => {
  const { damage, keys } = await listDamage(db)
  findings.note('database', DAMAGED, damage)
  findings.note('keys', 'is a key that keeps doubles away, and gone', keys)
}

/** The checks that are wanted, by table, with the ranges of rows they are made over. */
const partsOf = async (app: Examined, only: string[] | undefined) => {
  const tables = Object.entries(TABLES)
    .map(([table, { key, checks }]) => ({
      table,
      key,
      checks: Object.entries(checks).filter(([name]) => !only || only.includes(name)),
    }))
    .filter(({ checks }) => checks.length > 0)
  return Promise.all(tables.map(async (part) => ({ ...part, ranges: await rangesOf(app, part.table, part.key) })))
}

/** One check over one range of rows: notes what is wrong, repaired where it can be. */
const checkRange = async (
  app: Examined,
  findings: Findings,
  name: string,
  check: Check,
  range: Range,
  transaction: App['transaction'] | undefined,
) => {
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
}

/** What is no row of a table: files, plugins, proxies, and what the database says of itself. */
const examineSurroundings = async (
  app: Examined,
  findings: Findings,
  onProgress: NonNullable<Examination['onProgress']>,
) => {
  onProgress('files', 1)
  await examineUploads(app, findings)
  onProgress('plugins', 1)
  findings.note(
    'plugins',
    "is switched on and does nothing: nobody has agreed to what it may do, or it isn't there any more",
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

/** Compares everything that is counted, copied or assumed with the facts, and reports what is wrong. */
export const examine = async (
  app: Examined,
  { repair: transaction, only, onProgress = () => {} }: Examination = {},
): Promise<Fault[]> => {
  const findings = createFindings()
  const parts = await partsOf(app, only)
  const total = parts.reduce((sum, { checks, ranges }) => sum + checks.length * ranges.length, 0)
  let done = 0
  for (const { table, checks, ranges } of parts)
    for (const range of ranges)
      for (const [name, check] of checks) {
        await checkRange(app, findings, name, check, range, transaction)
        onProgress(table, ++done / total)
      }
  if (!only) await examineSurroundings(app, findings, onProgress)
  return [...findings.faults.values()]
}

/** What is off, one line for each row; nothing, in a site that is as it should be. For the end of a test. */
export const findFaults = async (app: Examined) =>
  (await examine(app)).flatMap(({ check, says, rows }) => rows.map((row) => `${check}: ${row} ${says}`))
