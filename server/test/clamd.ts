import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

const COMMAND = Buffer.from('zINSTREAM\0')

/** As clamd takes streams over TCP: pieces with their length before them, an end of length nothing, and a limit beyond which it hangs up. It knows one virus. */
export const clamd = async ({ longest = 4 * 2 ** 20 } = {}) => {
  const seen = { connections: 0, pieces: 0 }
  const server = createServer((socket) => {
    seen.connections++
    let rest = Buffer.alloc(0)
    let file = Buffer.alloc(0)
    let begun = false
    const end = (said: string) => socket.end(`${said}\0`)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes as Buffer])
      if (!begun) {
        if (rest.length < COMMAND.length) return
        if (!rest.subarray(0, COMMAND.length).equals(COMMAND)) return void end('UNKNOWN COMMAND')
        begun = true
        rest = rest.subarray(COMMAND.length)
      }
      while (rest.length >= 4) {
        const length = rest.readUInt32BE()
        if (length === 0) return void end(file.includes('MARKED-AS-A-VIRUS') ? 'stream: Marker FOUND' : 'stream: OK')
        if (rest.length < 4 + length) return
        seen.pieces++
        file = Buffer.concat([file, rest.subarray(4, 4 + length)])
        rest = rest.subarray(4 + length)
        if (file.length > longest) return void end('INSTREAM size limit exceeded. ERROR')
      }
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    seen,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
