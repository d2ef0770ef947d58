import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const read = async (request: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** As much of an S3-compatible storage as backups need, on the loopback. Who doesn't sign with the right key is refused. */
export const startFakeS3 = async ({ accessKey, bucket }: { accessKey: string; bucket: string }) => {
  const objects = new Map<string, { bytes: Buffer; at: Date }>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const server = createServer((request, response) => {
    const answer = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/xml', ...headers })
      response.end(body)
    }
    const handle = async () => {
      const url = new URL(request.url!, 'http://s3')
      const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
      const body = await read(request)
      if (!String(request.headers.authorization).includes(`Credential=${accessKey}/`))
        return answer(403, '<Error><Code>InvalidAccessKeyId</Code><Message>Who are you?</Message></Error>')
      const upload = url.searchParams.get('uploadId')
      if (request.method === 'POST' && url.searchParams.has('uploads')) {
        const id = `upload-${uploads.size}`
        uploads.set(id, new Map())
        return answer(
          200,
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      if (request.method === 'PUT' && upload) {
        uploads.get(upload)!.set(Number(url.searchParams.get('partNumber')), body)
        return answer(200, '', { etag: `"part-${url.searchParams.get('partNumber')}"` })
      }
      if (request.method === 'POST' && upload) {
        const parts = [...uploads.get(upload)!].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes)
        objects.set(key, { bytes: Buffer.concat(parts), at: new Date() })
        return answer(
          200,
          `<CompleteMultipartUploadResult><Location>x</Location><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"all"</ETag></CompleteMultipartUploadResult>`,
        )
      }
      if (request.method === 'PUT') {
        objects.set(key, { bytes: body, at: new Date() })
        return answer(200, '', { etag: '"one"' })
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return answer(204)
      }
      if (key === '') {
        const prefix = url.searchParams.get('prefix') ?? ''
        const found = [...objects].filter(([name]) => name.startsWith(prefix))
        return answer(
          200,
          `<ListBucketResult><Name>${bucket}</Name><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>${found
            .map(
              ([name, { bytes, at }]) =>
                `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"x"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
            )
            .join('')}</ListBucketResult>`,
        )
      }
      const object = objects.get(key)
      return object
        ? answer(200, object.bytes, { 'content-type': 'application/gzip' })
        : answer(404, '<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>')
    }
    void handle().catch((error: unknown) => answer(500, String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
