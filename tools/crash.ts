import { parseArgs } from 'node:util'
import './end-with-npm.ts'
import { findPostgres } from './debian.ts'
import { startPostgres } from './postgres.ts'

// `npm run crash`: the site is killed under full write load, again and again (server/test/crash).
const USAGE = `npm run crash -- [--kills 500] [--engine sqlite|postgres] [--seed N]

Both engines by default, each so many times. A PostgreSQL of its own is started, unless ASKWELL_TEST_POSTGRES names one.`

const { values } = parseArgs({ options: { kills: { type: 'string', default: '500' }, engine: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } } })

const run = async () => {
  if (values.help) return console.log(USAGE)
  const wanted = values.engine ? [values.engine] : ['sqlite', 'postgres']
  const programs = wanted.includes('postgres') && !process.env.ASKWELL_TEST_POSTGRES ? findPostgres() : undefined
  const own = programs ? await startPostgres(programs) : undefined
  if (own) process.env.ASKWELL_TEST_POSTGRES = own.url
  try {
    const { crash } = await import('../server/test/crash/crash.ts')
    const { engines } = await import('../server/test/world.ts')
    for (const engine of engines.filter((one) => wanted.includes(one))) {
      const done = await crash({ engine, kills: Number(values.kills), ...(values.seed && { seed: Number(values.seed) }), onKill: ({ kills, acknowledged }) => { if (kills % 10 === 0) console.error(`${engine}: ${kills} kills, ${acknowledged} writes acknowledged`) } })
      console.log(`${engine}: ${done.kills} kills, ${done.acknowledged} writes acknowledged (${done.posts} posts, ${done.comments} comments, ${done.votes} votes standing), ${done.refused} refused, 0 lost, 0 by half, ${done.seconds.toFixed(0)} s`)
    }
  } finally {
    await own?.stop()
  }
}

await run()
