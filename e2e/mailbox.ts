import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  subject: string
  text: string
}

/** A mail server of our own on the loopback interface that accepts every e-mail. It asks for the name and password given, if any. */
export const openMailbox = async (login?: { name: string; pass: string }) => {
  const letters: Received[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: !login,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.name && password === login?.pass
        ? done(null, { user: username })
        : done(new Error('wrong name or password')),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      const keep = async () => {
        const { subject = '', text = '', from } = await PostalMime.parse(Buffer.concat(parts))
        letters.push({ from: from?.address ?? '', to: envelope.rcptTo.map(({ address }) => address), subject, text })
        done()
      }
      stream.on('end', () => void keep())
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  return { port: (server.server.address() as AddressInfo).port, letters, close }
}
