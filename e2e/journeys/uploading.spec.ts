import sharp from 'sharp'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { field } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import type { Site } from '../site.ts'

// Files on their way to a text: nobody loses a text by one, and everybody is told why one isn't taken.

const SETTINGS = '/answer/admin/api/siteinfo/write'

const limit = async (site: Site, changed: object) => {
  const { token } = await admin(site)
  const now = await site.call<object>('GET', SETTINGS, { token })
  await site.call('PUT', SETTINGS, { token, body: { ...now, ...changed } })
}
const surface = (page: WatchedPage) => page.locator('main .cm-content').first()
const written = (page: WatchedPage) => field(page, 'content').inputValue()
const rows = (page: WatchedPage) => page.getByRole('list', { name: 'Files on their way' }).getByRole('listitem')

const begin = async (page: WatchedPage, site: Site, name: string) => {
  page.allow(/api\/v1\/file/, /Failed to load resource/)
  await enter(page, await register(site, name))
  await page.goto('/questions/ask')
  await field(page, 'content').click()
  await surface(page).waitFor()
}
interface Given {
  name: string
  type: string
  bytes: number | string
}
/** As a browser does it when files are dropped there. @returns whether the page would have been left. */
const drop = (page: WatchedPage, place: string, files: Given[]) =>
  page
    .locator(place)
    .first()
    .evaluate((element, all) => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, bytes } of all)
        dataTransfer.items.add(new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type }))
      return element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, files)
const choose = async (page: WatchedPage, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('.editor input[type=file]').first().setInputFiles({ name, mimeType, buffer })
const png = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()

journey(
  'a file that is refused says why: too large, too many pixels, of a wrong type, empty',
  async ({ site, open }) => {
    await limit(site, { max_image_size: 1, max_image_megapixel: 1, authorized_image_extensions: ['png'] })
    const page = await open(site)
    await begin(page, site, 'Uma')
    await page.keyboard.type('Words.')
    expect(
      await drop(page, 'main .cm-content', [
        { name: 'large.png', type: 'image/png', bytes: 1024 * 1024 + 1 },
        { name: 'empty.png', type: 'image/png', bytes: 0 },
        { name: 'tool.exe', type: '', bytes: 9 },
        { name: 'fake.png', type: 'image/png', bytes: 'no picture' },
      ]),
    ).toBe(false)
    await rows(page).filter({ hasText: 'large.png' }).getByText('too large; 1 MB at most').waitFor()
    await rows(page).filter({ hasText: 'empty.png' }).getByText('This file is empty.').waitFor()
    await rows(page).filter({ hasText: 'tool.exe' }).getByText('Accepted: png').waitFor()
    await rows(page).filter({ hasText: 'fake.png' }).getByText('This type of file isn’t accepted here.').waitFor()
    await choose(page, 'wide.png', 'image/png', await png(1100))
    await rows(page).filter({ hasText: 'wide.png' }).getByText('1 megapixels at most').waitFor()
    await expect.poll(() => written(page)).toBe('Words.')
    await page.accessible()
    await takePictures(page, 'uploads-refused')
    await page.getByRole('button', { name: 'Dismiss large.png' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => rows(page).count()).toBe(4)

    // Beside the field, where a browser would open the file in place of the page.
    expect(await drop(page, 'h1', [{ name: 'a.txt', type: 'text/plain', bytes: 3 }])).toBe(false)
    expect(await written(page)).toBe('Words.')
  },
)

journey('what is no image is attached where the site takes it, by button and by drop', async ({ site, open }) => {
  await limit(site, { authorized_attachment_extensions: [] })
  const page = await open(site)
  await begin(page, site, 'Una')
  expect(await page.getByRole('button', { name: 'Attach a file' }).count()).toBe(0)
  await limit(site, { authorized_attachment_extensions: ['pdf', 'txt'], max_attachment_size: 1 })
  await page.reload()
  await field(page, 'content').click()
  await surface(page).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach a file' }).click()
  await (await chooser).setFiles({ name: 'log [1].txt', mimeType: 'text/plain', buffer: Buffer.alloc(2048, 'a') })
  await expect.poll(() => written(page)).toMatch(/^\[log 1\.txt \(2 kB\)\]\(\S+\/post_attachment\/\S+\.txt\)$/)
  await surface(page).fill('')
  await drop(page, 'main .cm-content', [{ name: 'plan.pdf', type: 'application/pdf', bytes: 5 }])
  await expect.poll(() => written(page)).toMatch(/^\[plan\.pdf \(5 bytes\)\]\(\S+\/post_attachment\/\S+\.pdf\)$/)
  expect(await rows(page).count()).toBe(0)
})

journey('an upload that breaks off can be tried again, and one on its way be cancelled', async ({ site, open }) => {
  const page = await open(site)
  await begin(page, site, 'Ute')
  let answer: 'cut' | 'proxy' | 'never' | 'go' = 'cut'
  await page.route('**/api/v1/file', async (route) => {
    if (answer === 'cut') await route.abort('connectionreset')
    else if (answer === 'proxy')
      await route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' })
    else if (answer === 'go') await route.continue()
  })
  await page.keyboard.type('Look: ')
  await choose(page, 'dough.png', 'image/png', await png(20))
  await rows(page).getByText('The connection was lost.').waitFor()
  expect(await written(page)).toMatch(/^Look: !\[Uploading dough\.png\]\(upload:[0-9a-f]{8}\)$/)
  // The text isn't sent with a placeholder in it.
  await page.locator('main form button[type=submit]').last().click()
  await page.getByText('dough.png isn’t uploaded yet.').waitFor()
  await takePictures(page, 'uploads-broken-off')

  answer = 'go'
  await page.getByRole('button', { name: 'Try again: dough.png' }).click()
  await expect.poll(() => written(page)).toMatch(/^Look: !\[dough\]\(\S+\/uploads\/post\/\S+\.png\)$/)
  // What it shows is asked for beside the text, which goes on without an answer.
  const shows = rows(page).getByLabel('What does dough.png show?')
  await shows.fill('Dough [risen]')
  expect(await shows.evaluate((input) => document.activeElement === input)).toBe(true)
  await page.accessible()
  await takePictures(page, 'uploads-alt')
  await expect.poll(() => written(page)).toMatch(/^Look: !\[Dough risen\]\(\S+\.png\)$/)

  // One that was on its way when the page was loaded anew doesn't come any more.
  const before = await written(page)
  await surface(page).fill('Look: ![Uploading crumb.png](upload:0123abcd)')
  await page.locator('main form button[type=submit]').last().click()
  await page.getByText('A file in the text didn’t arrive.').waitFor()
  await surface(page).fill(before)

  // What would be refused isn't offered.
  const offered = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Image', exact: true }).first().click()
  expect(await (await offered).element().getAttribute('accept')).toBe('.png')

  answer = 'proxy'
  await surface(page).fill('')
  await choose(page, 'large.png', 'image/png', await png(20))
  await rows(page).getByText('This file is too large for the server.').waitFor()
  await page.getByRole('button', { name: 'Dismiss large.png' }).click()
  // Whoever dismisses one by keyboard goes on in the text, or with the file beside it.
  expect(
    await page.evaluate(
      "document.activeElement.matches('.editor [contenteditable], .editor textarea, .upload-acts button')",
    ),
  ).toBe(true)

  answer = 'never'
  await surface(page).fill('')
  await choose(page, 'slow.png', 'image/png', await png(20))
  await expect.poll(() => written(page)).toContain('slow.png')
  await page.getByRole('button', { name: 'Cancel slow.png' }).click()
  await expect.poll(() => written(page)).toBe('')
  expect(await rows(page).count()).toBe(0)
})

journey('an upload after the session has ended says so, and what was typed stays', async ({ site, open }) => {
  const page = await open(site)
  await begin(page, site, 'Udo')
  await page.keyboard.type('Still here. ')
  await page.route('**/api/v1/file', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 401, reason: 'base.unauthorized_error', msg: 'Unauthorized', data: null },
    }),
  )
  await choose(page, 'dough.png', 'image/png', await png(20))
  await rows(page).getByText('You are logged out.').waitFor()
  expect(await written(page)).toContain('Still here. ')
  expect(await page.evaluate(() => localStorage.getItem('askwell_token'))).toBeNull()
})
