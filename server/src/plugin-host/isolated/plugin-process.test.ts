import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startPlugin } from './plugin-process.ts'

vi.setConfig({ testTimeout: 30_000 })

/** How long a process that was late has to show that it is there, and a little more. */
const JUDGED_MS = 2500

const begun: { folder: string; stop(): void }[] = []
afterEach(() => {
  for (const { folder, stop } of begun.splice(0)) {
    stop()
    rmSync(folder, { recursive: true })
  }
})

interface Given extends Partial<Pick<Parameters<typeof startPlugin>[0], 'serve' | 'limits' | 'waited'>> {
  /** What runs when it is loaded. */
  atFirst?: string
}

/** A plugin with one function, the body of which is given. `serve`: what the site answers. */
const started = async (body: string, { atFirst = '', serve = () => Promise.resolve(null), ...given }: Given = {}) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askwell-plugin-')))
  writeFileSync(join(folder, 'index.mjs'), `${atFirst}; export default { async filter(given, kit) { ${body} } }`)
  const faults: string[] = []
  const log: string[] = []
  const { loaded, stop } = startPlugin({
    ...given,
    folder,
    main: 'index.mjs',
    config: {},
    language: 'en_US',
    calls: ['filter'],
    serve,
    onLog: (line) => void log.push(line),
    onFault: (why) => void faults.push(why),
    onEnd: () => {},
  })
  begun.push({ folder, stop })
  const running = await loaded
  return { faults, log, call: (given: unknown, ms: number) => running.call('filter', given, ms) }
}

test.each([
  ['a service hangs', `kit.fetch('https://example.org/')`],
  ['the site lets it wait for the database', `kit.storage.set('a', 1)`],
  ['the site lets it wait for an account', `kit.accounts.setRole('ann', 'user')`],
])('an answer that comes too late because %s is no fault of the plugin', async (_, asking) => {
  const { faults, call } = await started(`await ${asking}`, { serve: () => new Promise(() => {}) })
  await expect(call('x', 300)).rejects.toThrow('more than 0.3 s for filter')
  await setTimeout(JUDGED_MS)
  expect(faults).toEqual([])
})

test('one that comes too late for no such reason is', async () => {
  const { faults, call } = await started('await new Promise(() => {})')
  await expect(call('x', 300)).rejects.toThrow('more than 0.3 s for filter')
  await expect.poll(() => faults, { timeout: 20_000 }).toEqual(['it took more than 0.3 s for filter'])
})

test.each([`kit.fetch('https://example.org/')`, `kit.storage.get('a')`])(
  'what computes without end is a fault, whatever it waits for besides: %s',
  async (asking) => {
    const body = `void ${asking}; await new Promise(setImmediate); for (;;);`
    const { faults, call } = await started(body, { serve: () => new Promise(() => {}) })
    await expect(call('x', 300)).rejects.toThrow('more than 0.3 s for filter')
    await expect.poll(() => faults, { timeout: 20_000 }).toEqual(['it took more than 0.3 s for filter'])
  },
)

test('a plugin may answer as often as it is asked; what else it says is counted', async () => {
  const { faults, call } = await started(`for (let n = 0; n < given; n++) kit.storage.get('a').catch(() => {})`, {
    limits: { messages: 20 },
  })
  for (let times = 0; times < 10; times++) await Promise.all(Array.from({ length: 20 }, () => call(0, 20_000)))
  expect(faults).toEqual([])
  await call(200, 20_000).catch(() => {})
  await expect.poll(() => faults).toEqual(['it said more than 20 things in a second'])
})

test('a password that it was given stands neither in what it throws nor in its log', async () => {
  const { call, log } = await started(
    `throw new Error('no ' + given.password, { cause: Object.assign(new Error('said ' + given.password), given) })`,
  )
  const password = 'open \\ sesame' // written as two in what is inspected
  const thrown = await call({ username: 'ann', password }, 5000).catch((error: Error) => error)
  expect(thrown).toMatchObject({ message: expect.stringMatching(/no •••.*said •••/) })
  await expect.poll(() => log.join()).toContain('username')
  expect(log.join()).not.toContain('sesame')
})

test('what JSON can’t say is an error of the call; the process goes on', async () => {
  const { faults, call } = await started(`return given === 'large' ? 1n : given`)
  await expect(call('large', 5000)).rejects.toThrow('BigInt')
  expect(await call('x', 5000)).toBe('x')
  expect(faults).toEqual([])
})

describe('on a machine that has no processor for it', () => {
  /** As if it had waited ever since it began. */
  const waited = () => Promise.resolve(performance.now())

  test('a plugin may take longer to start, and one that never ends its start is ended nevertheless', async () => {
    const atFirst = 'await new Promise((done) => setTimeout(done, 1500))'
    await expect(started('', { atFirst, limits: { startMs: 500 } })).rejects.toThrow('more than 0.5 s to start')
    await started('', { atFirst, limits: { startMs: 500 }, waited })
    await expect(started('', { atFirst: 'for (;;);', limits: { startMs: 100 }, waited })).rejects.toThrow('to start')
  })

  test('it may be silent for longer, and one that computes without end is ended nevertheless', async () => {
    const forLong = 'for (const until = Date.now() + 700; Date.now() < until; );'
    const limits = { silentMs: 200 }
    const usual = await started(forLong, { limits, waited: () => Promise.resolve(0) })
    await expect(usual.call('x', 20_000)).rejects.toThrow('it no longer answers')
    const busy = await started(forLong, { limits, waited })
    await busy.call('x', 20_000)
    const endless = await started('for (;;);', { limits, waited })
    await expect(endless.call('x', 20_000)).rejects.toThrow('it no longer answers')
  })

  test('an answer that comes too late is no fault', async () => {
    const { faults, call } = await started('await new Promise(() => {})', { waited })
    await expect(call('x', 300)).rejects.toThrow('more than 0.3 s for filter')
    await setTimeout(JUDGED_MS)
    expect(faults).toEqual([])
  })
})
