import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const read = async (request: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

interface Claim {
  credential: string
  signedHeaders: string
  signature: string
  date: string
  payload: string
}

/** What a request claims to be signed with: in its header, or in its address. */
const claimOf = ({ headers }: IncomingMessage, { searchParams }: URL): Claim | undefined => {
  const query = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (query('Signature')) {
    const [, year, month, day, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(query('Date')) ?? []
    const begun = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (!(Date.now() < begun + Number(query('Expires')) * 1000)) return undefined
    return {
      credential: query('Credential'),
      signedHeaders: query('SignedHeaders'),
      signature: query('Signature'),
      date: query('Date'),
      payload: 'UNSIGNED-PAYLOAD',
    }
  }
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+?),\s*SignedHeaders=(\S+?),\s*Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const payload = String(headers['x-amz-content-sha256'])
  return { credential, signedHeaders, signature, date: String(headers['x-amz-date']), payload }
}

/** Signature version 4, worked out as the storage does. */
const isSigned = (request: IncomingMessage, url: URL, body: Buffer, keys: { accessKey: string; secretKey: string }) => {
  const claim = claimOf(request, url)
  const [accessKey, day = '', region = '', service = '', end = ''] = claim?.credential.split('/') ?? []
  if (!claim || accessKey !== keys.accessKey) return false
  const own = createHash('sha256').update(body).digest('hex')
  if (claim.payload !== 'UNSIGNED-PAYLOAD' && claim.payload !== own) return false
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const headers = claim.signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, headers, claim.signedHeaders, claim.payload].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const scope = [day, region, service, end].join('/')
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`)
  return hmac(key, `AWS4-HMAC-SHA256\n${claim.date}\n${scope}\n${hash}`).toString('hex') === claim.signature
}

const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`

interface Stored {
  bytes: Buffer
  at: Date
  type: string
}

/** What goes wrong: every request is answered with this status, late, or not at all. */
export interface Trouble {
  status?: number
  /** Only these methods. */
  methods?: string[]
  /** Only from so many requests on. */
  after?: number
  /** Milliseconds. */
  late?: number
  never?: true
  /** Done before the first of these requests is answered. */
  meanwhile?: () => Promise<unknown>
}

/** As much of an S3-compatible storage as this site needs, on the loopback. Who doesn't sign with the right key is refused. */
export const startFakeS3 = async ({
  accessKey,
  bucket,
  secretKey = 'secret',
}: {
  accessKey: string
  bucket: string
  secretKey?: string
}) => {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const now: { trouble: Trouble; asked: string[] } = { trouble: {}, asked: [] }

  const listed = ({ searchParams }: URL) => {
    const after = searchParams.get('continuation-token') ?? ''
    const most = Number(searchParams.get('max-keys') ?? 1000)
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(searchParams.get('prefix') ?? '') && name > after)
      .sort()
    const some = names.slice(0, most)
    const isCut = names.length > most
    const contents = some.map((name) => {
      const { bytes, at } = objects.get(name)!
      return `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"x"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    })
    const next = isCut ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><Name>${bucket}</Name><KeyCount>${some.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  const server = createServer((request, response) => {
    const answer = (status: number, body: string | Buffer = '', headers: Record<string, string | number> = {}) => {
      response.writeHead(status, { 'content-type': 'application/xml', ...headers })
      response.end(body)
    }
    const handle = async () => {
      const { method = 'GET' } = request
      const url = new URL(request.url!, 'http://s3')
      const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
      const body = await read(request)
      now.asked.push(`${method} ${key}`)
      const { status, late, never, methods, after = 0 } = now.trouble
      if (after > 0) now.trouble = { ...now.trouble, after: after - 1 }
      else if (!methods || methods.includes(method)) {
        if (never) return
        const { meanwhile } = now.trouble
        now.trouble = { ...now.trouble, meanwhile: undefined }
        await meanwhile?.()
        if (late) await new Promise((resume) => setTimeout(resume, late))
        if (status) return answer(status, errorXml('Trouble'))
      }
      if (!isSigned(request, url, body, { accessKey, secretKey })) return answer(403, errorXml('SignatureDoesNotMatch'))
      if (url.pathname.split('/')[1] !== bucket) return answer(404, errorXml('NoSuchBucket'))
      const upload = url.searchParams.get('uploadId')
      const type = request.headers['content-type'] ?? 'application/octet-stream'
      if (method === 'POST' && url.searchParams.has('uploads')) {
        const id = `upload-${uploads.size}`
        uploads.set(id, new Map())
        return answer(
          200,
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      if (method === 'PUT' && upload) {
        uploads.get(upload)!.set(Number(url.searchParams.get('partNumber')), body)
        return answer(200, '', { etag: `"part-${url.searchParams.get('partNumber')}"` })
      }
      if (method === 'POST' && upload) {
        const parts = [...uploads.get(upload)!].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes)
        objects.set(key, { bytes: Buffer.concat(parts), at: new Date(), type })
        return answer(
          200,
          `<CompleteMultipartUploadResult><Location>x</Location><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"all"</ETag></CompleteMultipartUploadResult>`,
        )
      }
      if (method === 'PUT') {
        objects.set(key, { bytes: body, at: new Date(), type })
        return answer(200, '', { etag: '"one"' })
      }
      if (method === 'DELETE') {
        objects.delete(key)
        return answer(204)
      }
      if (key === '') return answer(200, listed(url))
      const object = objects.get(key)
      if (!object) return answer(404, method === 'HEAD' ? '' : errorXml('NoSuchKey'))
      const headers: Record<string, string | number> = {
        'content-type': url.searchParams.get('response-content-type') ?? object.type,
        'content-length': object.bytes.length,
      }
      const disposition = url.searchParams.get('response-content-disposition')
      if (disposition) headers['content-disposition'] = disposition
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      if (start === undefined) return answer(200, method === 'HEAD' ? '' : object.bytes, headers)
      if (Number(start) >= object.bytes.length) return answer(416, errorXml('InvalidRange'))
      const part = object.bytes.subarray(Number(start), end ? Number(end) + 1 : undefined)
      const range = `bytes ${start}-${Number(start) + part.length - 1}/${object.bytes.length}`
      return answer(206, part, { ...headers, 'content-length': part.length, 'content-range': range })
    }
    void handle().catch((error: unknown) => answer(500, String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    now,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
