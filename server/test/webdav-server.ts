import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const DAV_USER = { username: 'keeper', password: 'attic-key' }
const TOP = '/dav'

interface Kept {
  bytes: Buffer
  at: Date
}

/** A WebDAV server in memory: folders have to be made one by one, nothing comes into one that isn't there, and names are the user's. */
export const webdav = async () => {
  const files = new Map<string, Kept>()
  const folders = new Set([TOP])
  /** `status`: what it answers in the place of all else. `until`: what answers wait for, and how many do. */
  const now = { status: 0, until: Promise.resolve(), waiting: 0 }
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const isThere = (path: string) => files.has(path) || folders.has(path)
  const below = (folder: string) => [...folders, ...files.keys()].filter((path) => parentOf(path) === folder)

  const described = (path: string) => {
    const file = files.get(path)
    const type = file ? '<lp1:resourcetype/>' : '<lp1:resourcetype><D:collection/></lp1:resourcetype>'
    const about = file
      ? `<lp1:getcontentlength>${file.bytes.length}</lp1:getcontentlength><lp1:getlastmodified>${file.at.toUTCString()}</lp1:getlastmodified>`
      : ''
    return `<D:response xmlns:lp1="DAV:"><D:href>${encodeURI(path)}${file ? '' : '/'}</D:href><D:propstat><D:prop>${type}${about}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
  }
  const part = (bytes: Buffer, range: string | undefined) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return start === undefined ? undefined : bytes.subarray(Number(start), Number(end) + 1)
  }

  interface Answer {
    status: number
    headers?: Record<string, string | number>
    body?: string | Buffer
  }
  const methods: Record<string, (path: string, request: IncomingMessage) => Promise<Answer> | Answer> = {
    MKCOL(path) {
      if (isThere(path)) return { status: 405 }
      if (!folders.has(parentOf(path))) return { status: 409 }
      folders.add(path)
      return { status: 201 }
    },
    async PUT(path, request) {
      if (!folders.has(parentOf(path))) return { status: 409 }
      const bytes = await buffer(request)
      if (bytes.length !== Number(request.headers['content-length'])) return { status: 400 }
      const isNew = !files.has(path)
      files.set(path, { bytes, at: new Date() })
      return { status: isNew ? 201 : 204 }
    },
    HEAD(path) {
      const file = files.get(path)
      return file ? { status: 200, headers: { 'content-length': file.bytes.length } } : { status: 404 }
    },
    GET(path, { headers: { range } }) {
      const file = files.get(path)
      if (!file) return { status: 404 }
      const some = part(file.bytes, range)
      return some ? { status: 206, body: some } : { status: 200, body: file.bytes }
    },
    DELETE: (path) => ({ status: files.delete(path) ? 204 : 404 }),
    MOVE(path, { headers: { destination } }) {
      const file = files.get(path)
      const to = decodeURIComponent(new URL(String(destination)).pathname)
      if (!file) return { status: 404 }
      if (!folders.has(parentOf(to))) return { status: 409 }
      const isNew = !files.has(to)
      files.delete(path)
      files.set(to, file)
      return { status: isNew ? 201 : 204 }
    },
    PROPFIND(path, { headers: { depth } }) {
      if (!isThere(path)) return { status: 404 }
      if (depth !== '1') return { status: 403 }
      const body = `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">${[path, ...below(path)].map(described).join('')}</D:multistatus>`
      return { status: 207, headers: { 'content-type': 'text/xml; charset="utf-8"' }, body }
    },
  }
  const server = createServer((request, response) => {
    const basic = Buffer.from(`${DAV_USER.username}:${DAV_USER.password}`).toString('base64')
    const answer = async (): Promise<Answer> => {
      if (request.headers.authorization !== `Basic ${basic}`) return { status: 401 }
      now.waiting++
      await now.until
      now.waiting--
      if (now.status) return { status: now.status }
      const path = decodeURIComponent(new URL(request.url!, 'http://here').pathname).replace(/\/+$/, '')
      return (await methods[request.method!]?.(path, request)) ?? { status: 501 }
    }
    void answer().then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(), // whoever sent has hung up
    )
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    now,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${TOP}`,
    files,
    /** Uploads by their paths, as the site names them. */
    uploads: () =>
      [...files.keys()]
        .filter((path) => !path.startsWith(`${TOP}/arriving/`))
        .map((path) => path.slice(TOP.length + 1).replace(/\/.\/.\//, '/'))
        .sort(),
    arriving: () => [...files.keys()].filter((path) => path.startsWith(`${TOP}/arriving/`)),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
