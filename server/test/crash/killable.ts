import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
const READY = /^Askwell is ready at (http:\S+)\n/

export interface Killable {
  base: string
  /** As the power would: nothing is written any more, nobody is told. */
  kill(): Promise<void>
  /** What it had to say, which should be nothing. */
  complaints(): string
}

/** The site as people run it, in a process of its own. */
export const startKillable = async ({
  folder,
  url,
  settings = {},
}: {
  folder: string
  url: string
  /** Of its environment. */
  settings?: Record<string, string>
}): Promise<Killable> => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ASKWELL_')))
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data', folder, '--database', url, '--limits', 'off'], {
    env: { ...env, ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let [said, complaints] = ['', '']
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk)
      .split('\n')
      .filter((line) => line && !line.includes('"slow query"'))
      .join('\n')
  }) // slow it may be
  while (!READY.test(said) && child.exitCode === null && child.signalCode === null)
    await Promise.race([once(child.stdout, 'data'), ended])
  const base = READY.exec(said)?.[1]
  if (!base) throw new Error(`the site did not start: ${complaints}`)
  return {
    base,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    complaints: () => complaints,
  }
}
