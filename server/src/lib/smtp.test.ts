import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it, test } from 'vitest'
import { createMailer, type Email, type MailSettings } from './smtp.ts'

// A key and a certificate for localhost, for this test only.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg65vFPq3EWH0uUIfU
40b1xKuXt3meLr0Cw0NAPwuD6POhRANCAATCF3zFEHZuXgYB8qCdbDlBT0zeJ0bk
uD2R9eQEricr4pra6wvKdBAA4ixLOANOSafei9+dqB6LHPzvDEp9fs5D
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUU+/56lRWJ1LkM6j8Xc6avXcj0cwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAwMTEzM1oYDzIxMjYxMDI4
MDAxMTMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATCF3zFEHZuXgYB8qCdbDlBT0zeJ0bkuD2R9eQEricr4pra6wvKdBAA
4ixLOANOSafei9+dqB6LHPzvDEp9fs5Do28wbTAdBgNVHQ4EFgQUV39rat8WAeCw
1cVSiX9I+ZjtUQ0wHwYDVR0jBBgwFoAUV39rat8WAeCw1cVSiX9I+ZjtUQ0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAM/dMC7Pane8FnBc6wZ4wvxr3AFXx5liouHVD3/1ziy/AiAN
G61C/1lSkYs9j0AAie7Y5lCBXNf5bmvF9qmSgFxKzg==
-----END CERTIFICATE-----`

const settings: MailSettings = {
  from_email: 'zephyr@example.com',
  from_name: 'Zephyr',
  smtp_host: '',
  smtp_port: 25,
  encryption: '',
  smtp_username: 'ann',
  smtp_password: 'secret',
  smtp_authentication: false,
}
const letter: Email = {
  to: 'bob@example.org',
  subject: 'Grüße 🙂',
  text: 'Hello\nBob',
  html: '<p>Hello Bob</p>',
  headers: { 'List-Unsubscribe': '<https://e.com/u>' },
}
const clock = { now: () => 1_795_217_434 }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'outbox-'))
  ends.push(() => rm(path, { recursive: true }))
  return path
}

const server = async (options: SMTPServerOptions) => {
  const got: { raw: string; to: string[]; secure: boolean; user: unknown }[] = []
  const smtp = new SMTPServer({
    key,
    cert,
    authOptional: true,
    logger: false,
    ...options,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ann' && password === 'secret' ? done(null, { user: 'ann' }) : done(new Error('no')),
    onData: (stream, { envelope, secure, user }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        got.push({
          raw: Buffer.concat(parts).toString(),
          to: envelope.rcptTo.map(({ address }) => address),
          secure,
          user,
        })
        done()
      })
    },
  })
  smtp.on('error', () => {}) // clients that hang up are part of these tests
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  ends.push(() => new Promise<void>((done) => smtp.close(() => done())))
  return { got, port: (smtp.server.address() as AddressInfo).port }
}

const letters = async (outbox: string) => {
  const names = (await readdir(outbox)).sort()
  return Promise.all(names.map(async (name) => ({ name, raw: await readFile(join(outbox, name), 'utf8') })))
}

describe('without a mail server', () => {
  it('letters are written to the outbox, each in a file of its own, in order', async () => {
    const outbox = join(await folder(), 'deep', 'outbox')
    const mailer = createMailer(settings, outbox, clock)
    for (let number = 0; number < 12; number++) await mailer.send({ ...letter, subject: `Letter ${number}` })
    const found = await letters(outbox)
    expect(found.every(({ name }) => /^1795217434-\d{6}-[0-9a-f]{8}\.eml$/.test(name))).toBe(true)
    const subjects = await Promise.all(found.map(async ({ raw }) => (await PostalMime.parse(raw)).subject))
    expect(subjects).toEqual(Array.from({ length: 12 }, (_, number) => `Letter ${number}`))
    expect((await stat(join(outbox, found[0]!.name))).mode & 0o077).toBe(0)
  })

  it('an e-mail has all its parts', async () => {
    const outbox = await folder()
    await createMailer(settings, outbox, clock).send(letter)
    const mail = await PostalMime.parse((await letters(outbox))[0]!.raw)
    expect(mail).toMatchObject({
      from: { address: 'zephyr@example.com', name: 'Zephyr' },
      to: [{ address: 'bob@example.org' }],
      subject: 'Grüße 🙂',
      date: '2026-11-20T23:30:34.000Z',
    })
    expect(mail.text?.trim()).toBe('Hello\nBob')
    expect(mail.html?.trim()).toBe('<p>Hello Bob</p>')
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe('<https://e.com/u>')
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it('two sites may share a folder', async () => {
    const outbox = await folder()
    await Promise.all(
      [createMailer(settings, outbox, clock), createMailer(settings, outbox, clock)].flatMap((mailer) => [
        mailer.send(letter),
        mailer.send(letter),
      ]),
    )
    expect(await letters(outbox)).toHaveLength(4)
  })
})

describe('through a mail server', () => {
  const trusted = getCACertificates('default')
  const trust = () => {
    setDefaultCACertificates([...trusted, cert])
    ends.push(async () => setDefaultCACertificates(trusted))
  }

  it('an e-mail arrives', async () => {
    const { got, port } = await server({ hideSTARTTLS: true })
    await createMailer({ ...settings, smtp_host: '127.0.0.1', smtp_port: port }, '/nowhere', clock).send(letter)
    expect(got).toMatchObject([{ to: ['bob@example.org'], secure: false }])
    expect((await PostalMime.parse(got[0]!.raw)).subject).toBe('Grüße 🙂')
  })

  it('an e-mail goes encrypted from the first byte', async () => {
    trust()
    const { got, port } = await server({ secure: true })
    await createMailer({ ...settings, smtp_host: 'localhost', smtp_port: port, encryption: 'SSL' }, '/nowhere').send(
      letter,
    )
    expect(got).toMatchObject([{ secure: true }])
  })

  it('an e-mail goes encrypted after STARTTLS, with a login', async () => {
    trust()
    const { got, port } = await server({})
    await createMailer(
      { ...settings, smtp_host: 'localhost', smtp_port: port, encryption: 'TLS', smtp_authentication: true },
      '/nowhere',
    ).send(letter)
    expect(got).toMatchObject([{ secure: true, user: 'ann' }])
  })

  test.each<[string, Partial<MailSettings>, SMTPServerOptions, RegExp]>([
    ['does not offer the encryption asked for', { encryption: 'TLS' }, { disabledCommands: ['STARTTLS'] }, /STARTTLS/],
    ['shows a certificate nobody knows', { encryption: 'TLS' }, {}, /certificate/],
    ['shows a certificate nobody knows at once', { encryption: 'SSL' }, { secure: true }, /certificate/],
    [
      'does not know the password',
      { smtp_authentication: true, smtp_password: 'wrong' },
      { hideSTARTTLS: true, allowInsecureAuth: true },
      /login/i,
    ],
    ['does not take the letter', {}, { hideSTARTTLS: true, authOptional: false }, /authentication/i],
  ])('nothing is sent to one that %s', async (_, more, options, reason) => {
    const { got, port } = await server(options)
    await expect(
      createMailer({ ...settings, smtp_host: '127.0.0.1', smtp_port: port, ...more }, '/nowhere').send(letter),
    ).rejects.toThrow(reason)
    expect(got).toEqual([])
  })

  it('a server that is away is an error', async () => {
    await expect(
      createMailer({ ...settings, smtp_host: '127.0.0.1', smtp_port: 1 }, '/nowhere').send(letter),
    ).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('an e-mail can not be given other headers', () => {
  const headersOf = async (more: Partial<Email>, own: Partial<MailSettings> = {}) => {
    const outbox = await folder()
    await createMailer({ ...settings, ...own }, outbox, clock).send({ ...letter, ...more })
    return (await PostalMime.parse((await letters(outbox))[0]!.raw)).headers
  }
  const expected = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'list-unsubscribe',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]

  test.each<[string, Partial<Email>, Partial<MailSettings>]>([
    ['the subject', { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\n<script>' }, {}],
    ['a subject with other breaks', { subject: 'Hi\nBcc: eve@example.com\u2028Bcc: eve@example.com\rX: y\0' }, {}],
    ["the site's name", {}, { from_name: 'Zephyr\r\nBcc: eve@example.com' }],
    ["a site's name like an address", {}, { from_name: 'x <eve@example.com>, "y' }],
    ['a value', { headers: { 'List-Unsubscribe': '<x>\r\nBcc: eve@example.com' } }, {}],
  ])('by %s', async (_, more, own) => {
    const headers = await headersOf(more, own)
    expect(headers.map(({ key: name }) => name).sort()).toEqual(expected)
    expect(headers.find(({ key: name }) => name === 'to')!.value).toBe('bob@example.org')
    expect(headers.find(({ key: name }) => name === 'from')!.value).toMatch(/<zephyr@example\.com>$/)
  })

  test.each([
    'bob@example.org, eve@example.com',
    'bob@example.org\r\nBcc: eve@example.com',
    'Bob <bob@example.org>',
    'bob',
    '',
    '@example.org',
    'bob@',
    'a:bob@example.org;',
    'bob@example.org ',
    '"a b"@example.org',
    'bob@[127.0.0.1]',
    `${'x'.repeat(65)}@example.org`,
  ])('by the address %j', async (to) => {
    const outbox = await folder()
    await expect(createMailer(settings, outbox, clock).send({ ...letter, to })).rejects.toThrow('e-mail address')
    expect(await letters(outbox)).toEqual([])
  })

  test.each(['Bcc', 'to', 'Content-Type', 'X\r\nBcc', 'X: y', ''])('named %j', async (name) => {
    await expect(
      createMailer(settings, await folder(), clock).send({ ...letter, headers: { [name]: 'x' } }),
    ).rejects.toThrow('not a header')
  })

  it('and reads no file and no address for its content', async () => {
    const outbox = await folder()
    await expect(
      createMailer(settings, outbox, clock).send({ ...letter, text: { path: '/etc/hostname' } as unknown as string }),
    ).rejects.toThrow(/disabled|access/i)
  })
})
