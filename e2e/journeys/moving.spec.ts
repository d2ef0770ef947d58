import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { answerSite, Q } from '../../server/test/answer-site.ts'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, fill, SELDOM } from '../page.ts'
import { logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN } from '../site.ts'

const DATE = 'CreationDate="2020-01-01T00:00:00.000"'
const DUMP = {
  Tags: '<row Id="1" TagName="beer" Count="1" />',
  Users: `<row Id="1" Reputation="5" ${DATE} DisplayName="Ann" />`,
  Posts: `<row Id="1" PostTypeId="1" ${DATE} Score="2" Body="&lt;p&gt;And a porter?&lt;/p&gt;" OwnerUserId="1" Title="How warm should a stout be?" Tags="&lt;beer&gt;" />`,
  Comments: `<row Id="1" PostId="1" Score="0" Text="In which country is that?" ${DATE} UserId="1" />`,
}
/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Packed as any program does it. */
const packed = (name: string, files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-dump-'))
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  const buffer = execFileSync('tar', ['-czf', '-', '-C', folder, ...Object.keys(files)])
  rmSync(folder, { recursive: true })
  return { name, mimeType: 'application/gzip', buffer }
}
const dump = (name: string) =>
  packed(
    name,
    Object.fromEntries(Object.entries(DUMP).map(([file, row]) => [`${file}.xml`, `<rows>\n${row}\n</rows>\n`])),
  )

const asAdmin = async (page: WatchedPage, place: string) => {
  await logIn(page, ADMIN)
  await page.goto(`/admin/${place}`)
}
/** Loaded again, as one does without scripts, until it is there. */
const until = async (page: WatchedPage, place: string, there: () => Promise<number>) => {
  await expect
    .poll(async () => {
      await page.goto(`/admin/${place}`)
      return there()
    }, SELDOM)
    .toBeGreaterThan(0)
}

for (const scripts of [true, false]) {
  const how = scripts ? '' : ', without scripts'

  journey(`an admin brings in a site of Apache Answer with its files and settings${how}`, async ({ start, open }) => {
    const imports = mkdtempSync(join(tmpdir(), 'askwell-old-'))
    try {
      mkdirSync(join(imports, 'old'))
      mkdirSync(join(imports, 'kept/uploads/post'), { recursive: true })
      const old = answerSite(join(imports, 'old'))
      old.put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'ann@old.example' })
      old.put('question', {
        id: Q(600),
        title: 'How warm should a stout be?',
        original_text: 'Like this: ![a stout](/uploads/post/Stout1.png)',
      })
      old.put('site_info', { type: 'general', content: JSON.stringify({ name: 'Brewers' }) })
      old.close()
      writeFileSync(join(imports, 'kept/uploads/post/Stout1.png'), PICTURE)
      const site = await start({ imports })
      await register(site, 'Ada')
      const page = await open(site, { scripts })
      await asAdmin(page, 'import')
      await arriveAt(page, 'Import')
      const row = page.getByRole('row').filter({ hasText: 'old' })
      const choose = async (button: string) => {
        await row.getByRole('link', { name: 'Import' }).click()
        await page.getByLabel('Folder of its files').selectOption('kept')
        await page.getByLabel('Take over its settings').check()
        await page.ready()
        if (button === 'Dry run') {
          await page.accessible()
          await takePictures(page, `admin-import-choices${scripts ? '' : '-plain'}`)
        }
        // The row behind it has a button of that name, too.
        const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Begin the import' }) })
        await form.getByRole('button', { name: button }).click()
      }
      await choose('Dry run')
      await until(page, 'import', () => page.getByRole('table', { name: 'What would come in' }).count())
      await choose('Begin the import')
      await until(page, 'import', () => page.getByRole('table', { name: 'What came in' }).count())
      await page.goto('/questions')
      await page.getByRole('link', { name: 'Brewers' }).first().waitFor()
      await page.getByRole('link', { name: 'How warm should a stout be?' }).click()
      const picture = page.getByAltText('a stout') // with scripts it is a button that opens it
      await picture.waitFor()
      expect((await page.request.get((await picture.getAttribute('src'))!)).status()).toBe(200)
    } finally {
      rmSync(imports, { recursive: true })
    }
  })

  journey(`an admin exports the site, proves who they are, and downloads it${how}`, async ({ share, open }) => {
    const site = await share({}, how)
    await ask(site, await register(site, 'Ada'), { title: 'Is all of this in an export?' })
    const page = await open(site, { scripts })
    await asAdmin(page, 'export')
    await arriveAt(page, 'Export')
    await page.getByLabel('What', { exact: true }).selectOption('private')
    await page.getByRole('button', { name: 'Begin the export' }).click()
    await until(page, 'export', () => page.getByRole('link', { name: /^Download askwell-export-/ }).count())
    await takePictures(page, `admin-export${scripts ? '' : '-plain'}`)
    await page.getByRole('link', { name: /^Download askwell-export-/ }).click()
    const download = page.getByRole('button', { name: 'Download', exact: true })
    await download.waitFor()
    await page.ready()
    page.allow(/^400 POST /)
    await fill(page, { pass: 'not-my-password' })
    await download.click()
    await page.getByText('E-mail and password don’t match.').first().waitFor()
    await page.ready()
    await takePictures(page, `admin-export-refused${scripts ? '' : '-plain'}`)
    await fill(page, { pass: ADMIN.pass })
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toMatch(/^askwell-export-.*-private-all\.tar\.gz$/)
    expect(statSync(await file.path()).size).toBeGreaterThan(500)
    const late = new URL(file.url())
    late.searchParams.set('until', '1000000000')
    expect((await page.request.get(late.href)).status()).toBe(404)
  })

  journey(`an admin sees what takes room, and clears some of it${how}`, async ({ share, open }) => {
    const site = await share({}, how)
    const page = await open(site, { scripts })
    await asAdmin(page, 'import')
    await arriveAt(page, 'Import')
    await page.getByLabel('File (.zip, .tar.gz, or a list of members as .csv)').setInputFiles(dump('old.tar.gz'))
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'old.tar.gz' }).waitFor()
    await page.goto('/admin/storage')
    await arriveAt(page, 'Storage')
    await page.getByRole('button', { name: 'Measure now' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Uploaded dumps' })
    await until(page, 'storage', () => row.getByText('Clear').count())
    await page.accessible()
    await takePictures(page, `admin-storage${scripts ? '' : '-plain'}`)
    await page.ready()
    await row.getByText('Clear').first().click()
    await (scripts ? page.getByRole('dialog') : row).getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => existsSync(join(site.data, 'imports', 'old.tar.gz')), SELDOM).toBe(false)
    await until(page, 'storage', () => page.getByText(/^Done\. 1 file went/).count())
  })

  // The last on this site: it leaves a file that would be cleared, and what it has taken back.
  journey(`an admin brings in a dump from their computer, after a dry run${how}`, async ({ share, open }) => {
    const site = await share({}, how)
    const page = await open(site, { scripts })
    await asAdmin(page, 'import')
    await arriveAt(page, 'Import')
    const upload = async (file: Parameters<typeof page.setInputFiles>[1]) => {
      await page.getByLabel('File (.zip, .tar.gz, or a list of members as .csv)').setInputFiles(file)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
    }
    page.allow(/^400 POST /)
    await upload({ name: 'dump.7z', mimeType: 'application/x-7z-compressed', buffer: Buffer.from('7z') })
    await page.getByText('Pack the dump as .zip or .tar.gz;').first().waitFor()
    await page.ready()
    await upload({ name: 'text.zip', mimeType: 'application/zip', buffer: Buffer.from('a text') })
    await page.getByText('This archive can’t be unpacked').first().waitFor()
    await page.ready()
    await upload(dump('beer.tar.gz'))
    const row = page.locator('tr:has(.job-acts)').filter({ hasText: 'beer.tar.gz' })
    await row.waitFor()
    expect(await page.getByText('Pack the dump as .zip or .tar.gz;').count()).toBe(0)
    await page.ready()
    await row.getByRole('button', { name: 'Dry run' }).click()
    const tried = page.getByRole('table', { name: 'What would come in' })
    if (scripts) {
      await tried.waitFor() // by itself, and where one looks
      await expect
        .poll(() => page.evaluate('document.activeElement.textContent'))
        .toBe('Dry run of an import: beer.tar.gz')
      expect(await page.evaluate('document.activeElement.getBoundingClientRect().top < innerHeight / 2')).toBe(true)
    } else {
      expect(page.url()).toContain('#task-examine_dump')
      await until(page, 'import', () => tried.count())
    }
    await takePictures(page, `admin-import-tried${scripts ? '' : '-plain'}`)
    await row.getByRole('link', { name: 'Import' }).click()
    await page.getByRole('button', { name: 'Begin the import' }).waitFor()
    await page.ready()
    await takePictures(page, `admin-import-dialog${scripts ? '' : '-plain'}`)
    await page.getByRole('button', { name: 'Begin the import' }).click()
    await until(page, 'import', () => page.getByRole('table', { name: 'What came in' }).count())
    await page.getByText('Compared with the dump: 4 figures, and all are the same.').waitFor()
    await page.accessible()
    await takePictures(page, `admin-import${scripts ? '' : '-plain'}`)
    await row.getByText('Delete').first().click()
    await (scripts ? page.getByRole('dialog') : row).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => readdirSync(join(site.data, 'imports')), SELDOM).toEqual([])
    await page.ready()
    // No dump: what was asked is refused, and one gets back to where one chose it.
    await upload(packed('letter.tar.gz', { 'letter.txt': 'Dear all' }))
    await page.getByText('This isn’t a whole dump').first().waitFor()
    await page.ready()
    await upload(packed('part.tar.gz', { 'Posts.xml': '<rows></rows>' }))
    await page.locator('tr').filter({ hasText: 'part.tar.gz' }).getByRole('button', { name: 'Dry run' }).click()
    await until(page, 'import', () => page.getByText('This isn’t a whole dump').count())
    expect(await page.getByText('Not begun.').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Go on' }).count()).toBe(0)
    await takePictures(page, `admin-import-refused${scripts ? '' : '-plain'}`)
    await page.getByRole('link', { name: 'Back to this dump' }).click()
    await page.getByRole('button', { name: 'Begin the import' }).waitFor()
    const reader = await open(site, { scripts })
    await reader.goto('/questions')
    await reader.getByRole('link', { name: 'How warm should a stout be?' }).click()
    await reader.getByText('In which country is that?').waitFor()
    await reader.getByText('Text by Ann').waitFor()
    expect(await reader.getByRole('link', { name: 'CC BY-SA 4.0' }).getAttribute('href')).toBe(
      'https://creativecommons.org/licenses/by-sa/4.0/',
    )
    await reader.accessible()
    await takePictures(reader, `imported-question${scripts ? '' : '-plain'}`)
    await reader.goto('/tags') // a page of what goes would ask for it
    // Taken back: the import says so, and nothing is left to be looked at or taken.
    await page.goto('/admin/import')
    const sites = page.locator('tr:has(.job-acts)').filter({ hasText: 'What would go?' })
    await sites.getByRole('button', { name: 'What would go?' }).click()
    const would = page.getByRole('table', { name: 'Would go from beer' })
    await until(page, 'import', () => would.count())
    await sites.getByText('Take back').first().click()
    await (scripts ? page.getByRole('dialog') : sites).getByRole('button', { name: 'Take back', exact: true }).click()
    await until(page, 'import', () => page.getByRole('table', { name: 'Went from beer' }).count())
    await page.locator('.task-state').getByText('Taken back').first().waitFor()
    expect([await would.count(), await sites.count()]).toEqual([0, 0])
    expect(await page.getByText('Compared with the dump').count()).toBe(0)
    await takePictures(page, `admin-import-undone${scripts ? '' : '-plain'}`)
  })
}
