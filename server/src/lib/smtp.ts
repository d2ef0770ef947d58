import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { type Clock, systemClock } from './clock.ts'
import { renameDurably } from './durable.ts'

export interface MailSettings {
  from_email: string
  from_name: string
  /** Empty: nothing is sent, e-mails go to the outbox folder. */
  smtp_host: string
  smtp_port: number
  /** '' none, 'SSL' from the first byte, 'TLS' by STARTTLS. */
  encryption: '' | 'SSL' | 'TLS'
  smtp_username: string
  smtp_password: string
  smtp_authentication: boolean
}

export interface Email {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}
export interface Mailer {
  send(email: Email): Promise<void>
}

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu // a line break in a header would begin another header
const oneLine = (text: string) => text.replace(LINE_BREAKS, ' ').trim()

const isMailbox = (address: string) =>
  address.length <= 254 && /^[^\s"(),:;<>@[\\\]\p{Cc}]{1,64}@[^\s"(),:;<>@[\\\]\p{Cc}]+$/u.test(address)

const mailbox = (address: string, name = '') => {
  if (!isMailbox(address)) throw new Error('not one plain e-mail address')
  return { address, name: oneLine(name) }
}

const headerFields = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => {
    if (
      !/^[A-Za-z0-9-]+$/.test(key) ||
      /^(to|cc|bcc|from|sender|subject|date|reply-to|content-.*|mime-version)$/i.test(key)
    )
      throw new Error(`not a header to set: ${key}`)
    return { key, value: oneLine(value) }
  })

/** For the server to be found, to take the call, and to greet. */
const PATIENCE_MS = 10_000

const throughServer = (settings: MailSettings, patience: number) =>
  nodemailer.createTransport({
    host: settings.smtp_host,
    port: settings.smtp_port,
    secure: settings.encryption === 'SSL',
    requireTLS: settings.encryption === 'TLS',
    ignoreTLS: settings.encryption === '',
    ...(settings.smtp_authentication && { auth: { user: settings.smtp_username, pass: settings.smtp_password } }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 30_000,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

const intoFolder = (folder: string, clock: Clock) => {
  const written = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let count = 0
  return {
    sendMail: async (message: Parameters<typeof written.sendMail>[0]) => {
      const name = `${clock.now()}-${String(count++).padStart(6, '0')}-${randomBytes(4).toString('hex')}`
      const { message: bytes } = await written.sendMail(message)
      await mkdir(folder, { recursive: true })
      const unfinished = join(folder, `.${name}.tmp`)
      await writeFile(unfinished, bytes as Buffer, { mode: 0o600, flag: 'wx', flush: true }) // e-mails carry codes: for the owner only
      await renameDurably(unfinished, join(folder, `${name}.eml`)) // a reader of the folder only sees complete e-mails
    },
  }
}

/** Sends e-mails through the site's mail server, or, if none is set up, writes each to a file in the outbox folder. */
export const createMailer = (
  settings: MailSettings,
  outboxFolder: string,
  clock: Clock = systemClock,
  patience = PATIENCE_MS,
): Mailer => {
  const transport = settings.smtp_host ? throughServer(settings, patience) : intoFolder(outboxFolder, clock)
  return {
    send: async ({ to, subject, text, html, headers = {} }) => {
      await transport.sendMail({
        from: mailbox(settings.from_email || 'nobody@localhost', settings.from_name),
        to: mailbox(to),
        subject: oneLine(subject),
        text,
        html,
        date: new Date(clock.now() * 1_000),
        headers: [{ key: 'Auto-Submitted', value: 'auto-generated' }, ...headerFields(headers)],
      })
    },
  }
}
