import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoggedIn } from '@askwell/contract/accounts.ts'
import PostalMime from 'postal-mime'
import type { WatchedPage } from './browser.ts'
import { ADMIN, type Site } from './site.ts'

const API = '/answer/api/v1'
const PATIENCE_MS = 10_000

export interface TestUser {
  name: string
  e_mail: string
  pass: string
  username: string
  token: string
}
export interface Mail {
  to: string
  subject: string
  text: string
  /** Addresses the text names. */ links: string[]
}

/** Mails nobody has fetched yet: without SMTP they lie in the data folder. Oldest first. */
const mailsTo = async (site: Site, e_mail: string): Promise<Mail[]> => {
  const outbox = join(site.data, 'outbox')
  if (!existsSync(outbox)) return []
  const files = readdirSync(outbox)
    .filter((file) => file.endsWith('.eml'))
    .sort()
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(outbox, file)))))
  return mails
    .filter((mail) => mail.to?.some((to) => to.address === e_mail))
    .map(({ subject = '', text = '' }) => ({
      to: e_mail,
      subject,
      text,
      links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
    }))
}

/** The next mail somebody gets, the `seen` earlier ones left aside. */
export const nextMail = async (site: Site, e_mail: string, seen = 0): Promise<Mail> => {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
    const mail = (await mailsTo(site, e_mail))[seen]
    if (mail) return mail
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error(`no mail to ${e_mail}`)
}

export const codeOf = (mail: Mail) => {
  const code = mail.links.map((link) => new URL(link).searchParams.get('code')).find(Boolean)
  if (!code) throw new Error(`no code in the mail "${mail.subject}"`)
  return code
}

/** A member, registered and activated without a browser; for journeys that are about something else. */
export const register = async (site: Site, name: string): Promise<TestUser> => {
  const person = { name, e_mail: `${name.toLowerCase()}@example.com`, pass: `${name.toLowerCase()}-password-1` }
  await site.call('POST', `${API}/user/register/email`, { body: person })
  const code = codeOf(await nextMail(site, person.e_mail))
  const { username, access_token } = await site.call<LoggedIn>('POST', `${API}/user/email/verification`, {
    body: { code },
  })
  return { ...person, username, token: access_token }
}

/** The admin who installed the site. */
export const admin = async (site: Site): Promise<TestUser> => {
  const { username, access_token } = await site.call<LoggedIn>('POST', `${API}/user/login/email`, {
    body: { e_mail: ADMIN.e_mail, pass: ADMIN.pass },
  })
  return { ...ADMIN, username, token: access_token }
}

/** Is logged in from the next page that is loaded, as somebody who came back: for journeys that are about something else. */
export const enter = async (page: WatchedPage, { token }: TestUser) => {
  await page
    .context()
    .addCookies([{ name: 'askwell_session', value: token, url: page.site, httpOnly: true, sameSite: 'Lax' }])
}

/** Logs in as a person does, by the form. Its fields are named like those of the call, in every language. */
export const logIn = async (page: WatchedPage, { e_mail, pass }: Pick<TestUser, 'e_mail' | 'pass'>) => {
  await page.goto('/users/login')
  await page.locator('input[name=e_mail]').fill(e_mail)
  await page.locator('input[name=pass]').fill(pass)
  await page.locator('form:has(input[name=pass]) button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/users/login'))
  await page.ready()
}
