import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshDatabase, startSite } from './site.ts'

const CHECK = join(import.meta.dirname, '../../shared/wire/check/compare.mjs')
const DIFFERENCES = join(import.meta.dirname, 'wire-differences.json')

const engines = process.env.ASKWELL_TEST_POSTGRES ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
const here = existsSync(CHECK)
if (!here)
  console.warn(`SKIPPED: the recordings are not at ${CHECK}, so what existing clients rely on was not compared`)

test.runIf(here).for(engines)(
  'an existing client finds every recorded exchange as it was, but for those written down (%s)',
  async (engine) => {
    const site = await startSite({ installed: false })
    try {
      const where =
        engine === 'postgres' ? ['--db', await freshDatabase()] : ['--install', join(site.data, 'askwell.db')]
      const { stdout } = await promisify(execFile)(process.execPath, [
        CHECK,
        '--base',
        site.url,
        '--differs',
        DIFFERENCES,
        ...where,
      ]).catch((error: { stdout: string }) => error)
      expect(stdout.trim().split('\n').slice(0, -1)).toEqual([])
      expect(stdout).toMatch(/\d+ of 304 exchanges agree/)
    } finally {
      await site.stop()
    }
  },
)
