import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  url: string
  targets: string[]
  stop(): Promise<void>
}

/** A plain balancer: each request goes to the next process in turn. A process that doesn't accept the connection is skipped. `hear` is told of each request, `change` may alter the head of each answer. */
export const startProxy = async (
  targets: string[],
  {
    hear,
    change = (headers) => headers,
  }: { hear?(asked: IncomingMessage): void; change?(headers: IncomingHttpHeaders): IncomingHttpHeaders } = {},
): Promise<Proxy> => {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((asked, answer) => {
    hear?.(asked)
    const attempt = (left: number) => {
      const target = targets[turn++ % targets.length]!
      const { hostname, port } = new URL(target)
      const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress, 'x-forwarded-proto': 'http' }
      const sent = request({ hostname, port, agent, method: asked.method, path: asked.url, headers }, (reply) => {
        answer.writeHead(reply.statusCode!, {
          ...change(reply.headers),
          'x-answered-by': String(targets.indexOf(target)),
        })
        reply.pipe(answer)
      })
      sent.on('error', (error: { code?: string }) => {
        if (error.code === 'ECONNREFUSED' && left > 0) return attempt(left - 1)
        if (!answer.headersSent) answer.writeHead(502)
        answer.end()
      })
      asked.pipe(sent)
    }
    attempt(targets.length - 1)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        agent.destroy()
      }),
  }
}
