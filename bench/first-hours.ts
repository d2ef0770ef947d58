import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { openMailbox } from '../e2e/mailbox.ts'
import { startSite } from './servers.ts'

// The walk of docs/first-hours.md, in a browser, by somebody who types and reads as people do. It waits for real: some six minutes.

const { values } = parseArgs({
  options: {
    typing: { type: 'string', default: '200' },
    reading: { type: 'string', default: '200' },
    pictures: { type: 'string' },
  },
})
const KEY_MS = 60_000 / Number(values.typing)
const WORD_MS = 60_000 / Number(values.reading)
/** To find what one has decided for, and go there. */
const AIM_MS = 1500
const CHROMIUM = process.env.ASKWELL_E2E_CHROMIUM || '/usr/bin/chromium-headless-shell'

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))
const mailbox = await openMailbox({ name: 'desk', pass: 'a-mail-password' })
const data = mkdtempSync(join(tmpdir(), 'askwell-first-hours-'))
const took: [string, number][] = []
const step = async (name: string, work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  took.push([name, performance.now() - began])
  console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`)
}

/** What has been read once needn't be read again: menus, the bar at the top. */
const known = new Set<string>()
const read = async (page: Page) => {
  await page.waitForTimeout(500)
  const lines = (await page.locator('main').innerText()).split('\n').map((line) => line.trim())
  const fresh = lines.filter((line) => line && !known.has(line))
  for (const line of fresh) known.add(line)
  await pause(fresh.join(' ').split(/\s+/).length * WORD_MS)
}
const type = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) {
    const field = page.locator(`[name="${name}"]:visible`).first()
    await pause(AIM_MS)
    await field.fill('')
    await field.pressSequentially(text, { delay: KEY_MS })
  }
}
const press = async (page: Page, name: string) => {
  await pause(AIM_MS)
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().press('Enter')
}
const follow = async (page: Page, name: string) => {
  await pause(AIM_MS)
  await page.getByRole('link', { name, exact: true }).first().click()
}
const toStep = async (page: Page, name: string) => {
  await pause(AIM_MS)
  await page.goto(`${base}/admin`)
  await follow(page, name)
  await page.waitForURL((url) => url.pathname !== '/admin')
  await read(page)
}
const saved = (page: Page) => page.getByText('Saved.', { exact: true }).first().waitFor()

let base = ''
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 900 } })
page.setDefaultTimeout(120_000) // typing slowly counts
const colleague = await browser.newPage({ locale: 'en-US' })
let site: Awaited<ReturnType<typeof startSite>> | undefined
try {
  await step('Start', async () => {
    site = await startSite(data, undefined, 'on')
    base = site.base
    await page.goto(base)
  })
  await step('Wizard', async () => {
    for (const next of ['button', 'button', 'link'] as const) {
      await read(page)
      await pause(AIM_MS)
      await page.getByRole(next, { name: 'Next' }).click()
    }
    await page.getByRole('heading', { name: 'The first admin' }).waitFor()
    await read(page)
    const account = { name: 'Anna', email: 'anna@company.example', password: 'anna-password-1' }
    await type(page, { site_name: 'Machines', contact_email: 'desk@company.example' })
    await type(page, { ...account, password2: account.password })
    await pause(AIM_MS)
    await page.locator('[name=login_required]').check()
    await press(page, 'Set up')
    await page.getByText('Your site is ready').waitFor()
  })
  await step('Log in', async () => {
    await read(page)
    await pause(AIM_MS)
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.locator('[name=e_mail]').waitFor()
    await type(page, { e_mail: 'anna@company.example', pass: 'anna-password-1' })
    await press(page, 'Log in')
    await page.locator('summary[title="Your menu, Anna"]').waitFor()
    await pause(2 * AIM_MS)
    await page.locator('summary[title="Your menu, Anna"]').click()
    await follow(page, 'Administration')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await pause(10_000) // the steps, and a look at the rest
  })
  await step('Say what the site is for', async () => {
    await toStep(page, 'Say what the site is for')
    await type(page, { short_description: 'Questions about our machines' })
    await press(page, 'Save')
    await saved(page)
  })
  await step('Logo', async () => {
    await toStep(page, 'Give it a logo')
    const buffer = await sharp({ create: { width: 600, height: 120, channels: 3, background: 'tomato' } })
      .png()
      .toBuffer()
    await pause(10_000) // finding the file
    await page.locator('input[type=file]').first().setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    const dialog = page.getByRole('dialog', { name: 'Which part?' })
    await dialog.waitFor()
    await pause(5000)
    await dialog.getByRole('button', { name: 'Take this part' }).click()
    await dialog.waitFor({ state: 'detached' })
    await pause(AIM_MS)
    await page.getByRole('button', { name: 'Save: Logo', exact: true }).click()
    await saved(page)
  })
  await step('Mail', async () => {
    await toStep(page, 'Set up mail, and send a test')
    await type(page, { from_email: 'desk@company.example', from_name: 'Machines', smtp_host: '127.0.0.1' })
    await page.locator('[name=encryption]').selectOption('')
    await type(page, { smtp_port: String(mailbox.port) })
    await page.locator('[name=smtp_authentication]').check()
    await type(page, { smtp_username: 'desk', smtp_password: 'a-mail-password' })
    await type(page, { test_email_recipient: 'anna@company.example' })
    await press(page, 'Save')
    await page.getByText('The mail server has taken the test e-mail.').waitFor()
    await pause(5000)
  })
  await step('First tag', async () => {
    await toStep(page, 'Make the first tags')
    await type(page, { display_name: 'Lathe' })
    await pause(AIM_MS)
    await page.locator('.cm-content, textarea[name]').first().click()
    await page.keyboard.type('For everything about turning.', { delay: KEY_MS })
    await press(page, 'Create tag')
    await page.waitForURL(/\/tags\/lathe/)
  })
  await step('Invite people', async () => {
    await toStep(page, 'Invite people')
    const people = ['bo', 'cy', 'dee', 'eve', 'finn'].map((name) => `${name}@company.example`)
    await type(page, { e_mails: people.join(', ') })
    await press(page, 'Send invitations')
    await page.getByText('5 invitations are on their way.').waitFor()
  })
  await step('The first colleague is in', async () => {
    while (!mailbox.letters.some(({ to }) => to[0] === 'bo@company.example')) await pause(100)
    const { text } = mailbox.letters.find(({ to }) => to[0] === 'bo@company.example')!
    const { pathname, search } = new URL(/https?:\/\/\S+invitation\S*/.exec(text)![0])
    await colleague.goto(base + pathname + search)
    await read(colleague)
    await type(colleague, { name: 'Bo', pass: 'bo-password-1' })
    await press(colleague, 'Create my account')
    await colleague.locator('summary[title="Your menu, Bo"]').waitFor()
  })
  const total = took.slice(0, -1).reduce((sum, [, ms]) => sum + ms, 0)
  console.log(`From the empty folder to invited colleagues: ${(total / 60_000).toFixed(1)} minutes`)
} catch (error) {
  await page.screenshot({ path: join(values.pictures ?? tmpdir(), 'first-hours.png'), fullPage: true })
  throw error
} finally {
  await browser.close()
  site?.stop()
  await mailbox.close()
  await pause(1000)
  rmSync(data, { recursive: true, force: true })
}
