import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Ended, Typed } from './command-process.ts'

const PROCESS = join(import.meta.dirname, 'command-process.ts')
/** The program itself, for tests about its process. */
export const MAIN = join(import.meta.dirname, '../main.ts')
/** Without what a developer has set for a site of their own. */
export const own = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ASKWELL_')))

/** One process runs all commands of these tests: only the first of them pays for loading it. */
let running: ChildProcess | undefined
const commandProcess = () => {
  if (running?.connected) return running
  running = fork(PROCESS, { env: own() })
  return running
}

const runIn = async (child: ChildProcess, typed: Typed): Promise<Ended> => {
  const answered = new AbortController()
  const { signal } = answered
  child.ref()
  child.channel?.ref()
  try {
    const died = once(child, 'exit', { signal }).then(([status]) => {
      throw new Error(`the process of the commands ended with ${status}, at: ${typed.args.join(' ')}`)
    })
    child.send(typed)
    const [ended] = (await Promise.race([once(child, 'message', { signal }), died])) as [Ended]
    return ended
  } finally {
    answered.abort()
    child.channel?.unref()
    child.unref()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Types a command, and waits for its end. The words of both outputs come without the line's end. */
export const askwell = (args: string[], { env = {}, input = '' }: { env?: NodeJS.ProcessEnv; input?: string } = {}) => {
  const run = last.then(async () => {
    const { status, stdout, stderr } = await runIn(commandProcess(), { args, env: { ...own(), ...env }, input })
    return { status, stdout: stdout.trim(), stderr: stderr.trim() }
  })
  last = run.catch(() => {})
  return run
}

/** The same in a process that begins with it and ends with it, as it does in a terminal. */
export const askwellAnew = (args: string[], { env = {} }: { env?: NodeJS.ProcessEnv } = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...own(), ...env },
  })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}
