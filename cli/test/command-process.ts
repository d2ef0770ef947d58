import { Readable } from 'node:stream'

// Runs one command after the other, as main.ts runs one: what takes a second and more, to load it all, is done once.
process.umask(0o077)

export interface Typed {
  args: string[]
  env: NodeJS.ProcessEnv
  /** What it is given on its standard input. */
  input: string
}
export interface Ended {
  status: number
  stdout: string
  stderr: string
}

/** A command that ends the process has nothing more to say: here its exit code is kept, and the process stays. */
const { exit } = process
process.exit = ((code) => void (process.exitCode = code ?? process.exitCode)) as typeof process.exit
const { runCommand } = await import('../run.ts')

const LOOK_MS = 20
const LOOKS = 100

/** What would keep a process of its own from ending: in words; nothing where all is closed soon. */
const leftOpen = async (before: string[]) => {
  for (let looks = 0; ; looks++) {
    const rest = [...before]
    const more = process.getActiveResourcesInfo().filter((name) => {
      const at = rest.indexOf(name)
      if (at >= 0) rest.splice(at, 1)
      return at < 0
    })
    if (more.length === 0) return ''
    if (looks === LOOKS) return `left open: ${more.join(', ')}`
    await new Promise((resume) => setTimeout(resume, LOOK_MS).unref())
  }
}

const exitStatus = () => Number(process.exitCode ?? 0)

const run = async ({ args, env, input }: Typed): Promise<Ended> => {
  process.env = { ...env }
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from(input ? [input] : []) })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }
  const before = process.getActiveResourcesInfo()
  await runCommand(args)
  said.stderr += await leftOpen(before)
  return { status: exitStatus(), ...said }
}

process.on('message', (typed: Typed) => {
  void run(typed).then((ended) => process.send!(ended))
})
process.on('disconnect', () => exit())
