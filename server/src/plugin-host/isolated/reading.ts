import type { Readable } from 'node:stream'
import { createAllowance } from '../../lib/allowance.ts'

/** Reading what a plugin says may take so much of the site's own time. */
const READING = { share: 0.2, burstMs: 100 }

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Reads what comes, and no faster than the site can spare: the rest waits in the pipe, and the plugin for it. */
export const createReading = (spentMs = cpuMs) => {
  const allowance = createAllowance(READING)
  return (stream: Readable, onChunk: (chunk: Buffer) => void) =>
    stream.on('data', (chunk: Buffer) => {
      const before = spentMs()
      onChunk(chunk)
      const pause = allowance.spend(spentMs() - before)
      if (pause <= 0) return
      stream.pause()
      setTimeout(() => stream.resume(), pause).unref()
    })
}
