import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { superviseProcess } from './supervised.ts'

/** A site of few file descriptors, all of which are in use when the plugin's process is to begin; a moment later they are free. */
const program = (folder: string) => `
import { closeSync, openSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { superviseProcess } from ${JSON.stringify(new URL('supervised.ts', import.meta.url).href)}
const held = []
try { for (;;) held.push(openSync('/dev/null')) } catch {}
const log = []
const plugin = superviseProcess({
  folder: ${JSON.stringify(folder)}, main: 'index.mjs', config: {}, language: 'en_US', calls: ['filter'], pauseMs: 200,
  serve: async () => null, onLog: (line) => log.push(line), onGivenUp: () => {},
})
await setTimeout(50)
const early = await plugin.call('filter', 'x', 20_000).catch(({ message }) => message)
for (const file of held) closeSync(file)
await setTimeout(300)
const said = await plugin.call('filter', 'x', 20_000)
console.log(JSON.stringify({ log, early, said }))
process.exit()`

test.runIf(process.platform === 'linux')(
  'a process that the machine has no room for is begun later, and the site goes on',
  { timeout: 60_000 },
  () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askwell-plugin-')))
    try {
      writeFileSync(join(folder, 'index.mjs'), 'export default { filter: (given) => given }')
      const file = join(folder, 'site.mjs')
      writeFileSync(file, program(folder))
      const command = `ulimit -n 60 && exec ${process.execPath} ${file}`
      const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual({
        log: [expect.stringMatching(/^fault 1 of 5: its process can't be started: .*EMFILE/)],
        early: expect.stringMatching(/^its process can't be started/),
        said: 'x',
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

test('one that rests has no process until it is called, and begins anew then; what is under way is never cut off', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askwell-plugin-')))
  const began = 'const began = process.hrtime.bigint().toString()'
  const wait = 'await new Promise((done) => setTimeout(done, ms))'
  writeFileSync(
    join(folder, 'index.mjs'),
    `${began}; export default { filter: async (ms) => { ${wait}; return began } }`,
  )
  let gone = 0
  const plugin = superviseProcess({
    folder,
    main: 'index.mjs',
    config: {},
    language: 'en_US',
    calls: ['filter'],
    restMs: 300,
    serve: () => Promise.resolve(null),
    onLog() {},
    onGone: () => void gone++,
    onGivenUp() {},
  })
  try {
    const long = await Promise.all([plugin.call('filter', 700, 20_000), plugin.call('filter', 10, 20_000)])
    expect([new Set(long).size, gone]).toEqual([1, 0])
    await expect.poll(() => gone).toBe(1)
    const again = await Promise.all([plugin.call('filter', 10, 20_000), plugin.call('filter', 10, 20_000)])
    expect(new Set(again).size).toBe(1)
    expect(again[0]).not.toBe(long[0])
  } finally {
    plugin.stop()
    rmSync(folder, { recursive: true })
  }
})
