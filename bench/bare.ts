import { createServer } from 'node:http'

// The least a server written for Node can do: the same bytes to everybody.
const body = Buffer.from(process.argv[2]!, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(`ready at http://127.0.0.1:${port}`)
})
