import { spawn, type SpawnOptions } from 'node:child_process'

export interface Ended {
  code: number
  output: string
}

/** Runs a program to its end and keeps what it said. It never throws: a program that can't be started ends with 127. */
export const run = (
  program: string,
  args: string[],
  options: SpawnOptions & { onOutput?: (text: string) => void } = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const { onOutput, ...rest } = options
    const child = spawn(program, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk
      onOutput?.(String(chunk))
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
