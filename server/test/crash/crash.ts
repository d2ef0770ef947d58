import { sql } from 'kysely'
import { connect, connectToRead } from '../../src/db/connect.ts'
import { installSite } from '../../src/features/operations/installation/service.ts'
import { findFaults } from '../../src/features/operations/integrity/service.ts'
import { createApi } from '../../src/http/api/perform.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createRuntime } from '../../src/runtime.ts'
import type { Config } from '../../src/config.ts'
import { giveMember } from '../people.ts'
import { type Engine, FIRST_SITE, freshDatabase, type TestUser } from '../world.ts'
import { findHalves, findLosses } from './consequences.ts'
import { type Killable, startKillable } from './killable.ts'
import { createChance, createLedger, createWriter } from './writers.ts'

const WRITERS = 12
/** How long a site lives under load before it is killed. */
const LIFE_MS = { min: 30, max: 600 }
const PATIENCE_MS = 20_000

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

/** A site with members who may do everything, and nobody serving it. */
const settle = async ({ folder, url }: { folder: string; url: string }) => {
  const config: Config = { ...CONFIG, data: folder }
  const runtime = createRuntime(config, createApi([]), { clock: systemClock })
  await runtime.open(url)
  await installSite(runtime, FIRST_SITE)
  const people: TestUser[] = []
  for (let n = 0; n < WRITERS; n++) people.push(await giveMember(runtime).member({ rank: 3000 }))
  await runtime.app!.jobs.settle()
  const { last } = await runtime
    .app!.db.selectFrom('posts')
    .select(({ fn }) => fn.max<number>('id').as('last'))
    .executeTakeFirstOrThrow()
  await runtime.close()
  return { people, seeded: last, config }
}
const CONFIG: Config = {
  host: '127.0.0.1',
  port: 0,
  data: '',
  database: '',
  databaseGiven: false,
  limits: 0,
  log: 'silent',
  dev: false,
}

/** On PostgreSQL the jobs of the killed process are free again once their lease is over; nobody here waits that long. */
const passTime = async (engine: Engine, url: string) => {
  if (engine === 'sqlite') return // a SQLite folder has one process, which knows that nobody else is at work
  const database = connect(url)
  await sql`update jobs set locked_until = 0`.execute(database.write)
  await database.close()
}

export interface Crashes {
  engine: Engine
  kills: number
  acknowledged: number
  refused: number
  posts: number
  comments: number
  votes: number
  seconds: number
}

/** Kills a site under full write load again and again, and throws with all that is not as it was acknowledged. */
export const crash = async ({
  engine,
  kills,
  seed = Date.now(),
  onKill = () => {},
}: {
  engine: Engine
  kills: number
  seed?: number
  onKill?: (so_far: Crashes) => void
}): Promise<Crashes> => {
  const began = performance.now()
  const place = await freshDatabase(engine)
  const chance = createChance(seed)
  const { people, seeded, config } = await settle(place)
  const ledger = createLedger()
  const writers = people.map((person, n) => createWriter(person, ledger, createChance(seed + n + 1)))
  const reader = connectToRead(place.url)
  const examined = { db: reader.db, config, clock: systemClock }
  const fail = (found: string[], kill: number, site: Killable) => {
    if (found.length)
      throw new Error(
        `after ${kill} kills (${engine}, seed ${seed}):\n${found.slice(0, 20).join('\n')}\n${site.complaints()}`,
      )
  }
  const caughtUp = async () => {
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(10)) {
      const {
        rows: [row],
      } = await sql<{ count: number }>`select count(*) as count from jobs where event_id <> 0`.execute(reader.db)
      if (row!.count === 0) return []
    }
    return ["the outbox didn't catch up"]
  }
  /** What the dead one left is whole; then what was on its way is sent again, and everything is as it was said to be. */
  const examine = async (kill: number, site: Killable) => {
    fail(await findHalves(reader.db), kill, site)
    await Promise.all(writers.map((writer) => writer.finish(site.base)))
    fail(await caughtUp(), kill, site)
    fail(
      [
        ...(await findLosses(reader.db, ledger, seeded)),
        ...(await findHalves(reader.db)),
        ...(await findFaults(examined)),
        ...(site.complaints() ? ['it complained'] : []),
      ],
      kill,
      site,
    )
  }
  const figures = (done: number): Crashes => ({
    engine,
    kills: done,
    acknowledged: ledger.acknowledged,
    refused: ledger.refused,
    posts: ledger.posts.length,
    comments: ledger.comments.size,
    votes: ledger.votes.size,
    seconds: (performance.now() - began) / 1000,
  })
  let site = await startKillable(place)
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const writing = Promise.allSettled(writers.map((writer) => writer.writeOn(site.base)))
      await pause(LIFE_MS.min + chance.below(LIFE_MS.max - LIFE_MS.min))
      await site.kill()
      // A client that stopped for any other reason than a broken connection has seen a fault.
      for (const { reason } of (await writing) as PromiseRejectedResult[])
        if (!(reason instanceof TypeError)) throw reason
      await passTime(engine, place.url)
      site = await startKillable(place)
      await examine(kill, site)
      onKill(figures(kill))
    }
    return figures(kills)
  } finally {
    await site.kill()
    await reader.close()
    await place.remove()
  }
}
