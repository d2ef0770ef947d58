import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytes = (text: string) => Buffer.from(text)

/** Reads what was encrypted for a browser (RFC 8291, `aes128gcm`). */
const decrypt = (browser: ECDH, auth: Buffer, body: Buffer) => {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const shared = browser.computeSecret(sender)
  const info = Buffer.concat([bytes('WebPush: info\0'), browser.getPublicKey(), sender])
  const key = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, bytes(`Content-Encoding: ${name}\0`), length))
  const sealed = body.subarray(21 + body[20]!)
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/** A push service on the loopback with one browser that subscribed there; `status` is how it answers, 0: not at all. */
export const pushService = async () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const got: { headers: Record<string, unknown>; message: Record<string, string> }[] = []
  const service = { status: 201, asked: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      service.asked++
      if (service.status === 0) return
      if (service.status === 201)
        got.push({
          headers: request.headers,
          message: JSON.parse(decrypt(browser, auth, Buffer.concat(parts))) as Record<string, string>,
        })
      response.writeHead(service.status).end()
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    service,
    got,
    subscription: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/browser`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
