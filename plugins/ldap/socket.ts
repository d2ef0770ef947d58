import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import type { Socket } from 'node:net'
import type { Connection } from '@askwell/plugin-kit'

/** A connection of the kit as a socket that is open already. It is closed by whoever has opened it. */
export const socketOf = (connection: Connection) => {
  const write = callbackify((bytes: Buffer) => connection.write(bytes))
  const stream: Duplex = new Duplex({
    read() {
      connection.read().then(
        (piece) => stream.push(piece ?? null),
        (error: Error) => stream.destroy(error),
      )
    },
    write: (bytes: Buffer, _, done) => write(bytes, done),
  })
  return Object.assign(stream, { readyState: 'open' }) as unknown as Socket
}
