import { type Connection, plugin, textOf } from '@askwell/plugin-kit'

/** Files that come just now, each on a connection of its own. */
const coming = new Map<string, Connection>()
const ANSWER_BYTES = 4096

/** A piece as INSTREAM wants it: its length before it. An empty one is the end. */
const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

const answerOf = async (connection: Connection) => {
  let said = ''
  while (!said.includes('\0') && said.length < ANSWER_BYTES) {
    const piece = await connection.read()
    if (!piece) break
    said += Buffer.from(piece).toString('utf8')
  }
  return said.split('\0')[0]!.trim()
}

const verdictIn = (said: string) => {
  if (/^stream: OK$/.test(said)) return { clean: true }
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1]
  if (found === undefined) throw new Error(`clamd answered: ${said.slice(0, 200) || 'nothing'}`)
  return { clean: false, found }
}

/** It says why it takes no more, such as that the file is too large, and hangs up. */
const write = async (connection: Connection, bytes: Uint8Array) => {
  try {
    await connection.write(bytes)
  } catch (error) {
    const said = await answerOf(connection).catch(() => '')
    throw said ? new Error(`clamd answered: ${said.slice(0, 200)}`) : error
  }
}

const forget = async (id: string) => {
  const connection = coming.get(id)
  coming.delete(id)
  await connection?.close().catch(() => {})
}

export default plugin({
  scan: {
    async begin({ id }, { config, connect }) {
      const connection = await connect(textOf(config, 'server'))
      coming.set(id, connection)
      try {
        await write(connection, Buffer.from('zINSTREAM\0'))
      } catch (error) {
        await forget(id)
        throw error
      }
    },
    async piece({ id, base64 }) {
      const connection = coming.get(id)
      if (!connection) throw new Error('this file is unknown')
      const bytes = Buffer.from(base64, 'base64')
      await write(connection, lengthOf(bytes.length))
      await write(connection, bytes)
    },
    async end({ id, complete }) {
      const connection = coming.get(id)
      try {
        if (!connection) throw new Error('this file is unknown')
        if (!complete) return { clean: false }
        await write(connection, lengthOf(0))
        return verdictIn(await answerOf(connection))
      } finally {
        await forget(id)
      }
    },
  },
})
