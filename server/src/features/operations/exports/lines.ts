import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** One JSON object on each line, so that a large site can be read with little memory. */
export const createLines = (path: string) => {
  const stream = createWriteStream(path, { mode: 0o640 })
  stream.on('error', () => {}) // the next write or the end throws it
  return {
    add: async (row: object) => {
      // After an error nothing drains any more.
      if (stream.errored) throw stream.errored
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain')
    },
    close: () => {
      stream.end()
      return finished(stream)
    },
  }
}

/** Takes lines where there is to be no file of them. */
export const NO_LINES: ReturnType<typeof createLines> = { add: async () => {}, close: async () => {} }
