import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be barred: as if its server were gone. */
export const createPassage = async (to: { host: string; port: number }) => {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
      socket.on('error', () => {})
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as { port: number }
  const bar = async () => {
    const closed = new Promise<void>((done) => void server.close(() => done()))
    for (const socket of open) socket.destroy()
    await closed
  }
  return { port, bar, unbar: () => listen(port), close: () => (server.listening ? bar() : undefined) }
}
