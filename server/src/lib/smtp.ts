import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Nodemailer from 'nodemailer'
import { type Clock, systemClock } from './clock.ts'
import { renameDurably } from './durable.ts'
import { whenNeeded } from './lazy.ts'

/** Loaded with the first e-mail: it takes 3 MB, and most commands send none. */
const nodemailer = whenNeeded(() => createRequire(import.meta.url)('nodemailer') as typeof Nodemailer)

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
  /** @returns what the mail server answered; nothing where there is none. */
  send(email: Email): Promise<string>
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

/** What was said between the site and the mail server. Passwords are not in it. */
export interface SmtpLine {
  by: 'site' | 'server'
  text: string
}
type Hear = (line: SmtpLine) => void

/** A login is told by its way only: what follows is name and password, however they are written. */
const withoutSecrets = () => {
  let isLogin = false
  return (line: SmtpLine): SmtpLine => {
    const way = /^AUTH +(\S+)/i.exec(line.text)?.[1]
    if (line.by === 'server') {
      if (!line.text.startsWith('334')) isLogin = false
      return isLogin ? { ...line, text: '334 …' } : line
    }
    if (!way && !isLogin) return line
    isLogin = true
    return { ...line, text: way ? `AUTH ${way} …` : '…' }
  }
}

const heardBy = (hear: Hear) => {
  const plain = withoutSecrets()
  const ignore = () => {}
  const debug = (entry: { tnx?: string }, text: unknown) => {
    if (entry.tnx === 'client') hear(plain({ by: 'site', text: String(text) }))
    if (entry.tnx === 'server') hear(plain({ by: 'server', text: String(text) }))
  }
  return {
    transactionLog: true,
    logger: { trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore },
  }
}

const throughServer = (settings: MailSettings, patience: number, hear: Hear | undefined) =>
  nodemailer().createTransport({
    ...(hear && heardBy(hear)),
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
  const written = nodemailer().createTransport({
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
      return { response: '' }
    },
  }
}

/**
 * Sends e-mails through the site's mail server, or, if none is set up, writes each to a file in the outbox folder. `hear` is told what both
 * say to each other.
 */
export const createMailer = (
  settings: MailSettings,
  outboxFolder: string,
  clock: Clock = systemClock,
  patience = PATIENCE_MS,
  hear?: Hear,
): Mailer => {
  const transport = settings.smtp_host ? throughServer(settings, patience, hear) : intoFolder(outboxFolder, clock)
  return {
    send: async ({ to, subject, text, html, headers = {} }) => {
      const { response } = await transport.sendMail({
        from: mailbox(settings.from_email || 'nobody@localhost', settings.from_name),
        to: mailbox(to),
        subject: oneLine(subject),
        text,
        html,
        date: new Date(clock.now() * 1_000),
        headers: [{ key: 'Auto-Submitted', value: 'auto-generated' }, ...headerFields(headers)],
      })
      return response
    },
  }
}
