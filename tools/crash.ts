import { parseArgs } from 'node:util'
import './stop-with-parent.ts'
import { findPostgres } from './debian.ts'
import { startPostgres } from './postgres.ts'

// `npm run crash`: the site is killed under full write load, again and again (server/test/crash).
const USAGE = `npm run crash -- [--kills 500] [--engine sqlite|postgres] [--seed N]

Both engines by default, each so many times. A PostgreSQL of its own is started, unless ASKWELL_TEST_POSTGRES names one.`

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    engine: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
})

/** This many rounds on one site; then a new one, since after each kill the whole site is examined. */
const ON_ONE_SITE = 50

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
      const sum = { kills: 0, acknowledged: 0, posts: 0, comments: 0, votes: 0, refused: 0, seconds: 0 }
      while (sum.kills < Number(values.kills)) {
        const done = await crash({
          engine,
          kills: Math.min(ON_ONE_SITE, Number(values.kills) - sum.kills),
          ...(values.seed && { seed: Number(values.seed) + sum.kills }),
          onKill: ({ kills, acknowledged }) => {
            if (kills % 10 === 0)
              console.error(
                `${engine}: ${sum.kills + kills} kills, ${sum.acknowledged + acknowledged} writes acknowledged`,
              )
          },
        })
        for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += done[key]
      }
      console.log(
        `${engine}: ${sum.kills} kills, ${sum.acknowledged} writes acknowledged (${sum.posts} posts, ${sum.comments} comments, ${sum.votes} votes standing), ${sum.refused} refused, 0 lost, 0 by half, ${sum.seconds.toFixed(0)} s`,
      )
    }
  } finally {
    await own?.stop()
  }
}

await run()
