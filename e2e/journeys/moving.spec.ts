import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, fill } from '../page.ts'
import { logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN } from '../site.ts'

const PATIENCE = { timeout: 20_000 }
const DATE = 'CreationDate="2020-01-01T00:00:00.000"'
const DUMP = {
  Tags: '<row Id="1" TagName="beer" Count="1" />',
  Users: `<row Id="1" Reputation="5" ${DATE} DisplayName="Ann" />`,
  Posts: `<row Id="1" PostTypeId="1" ${DATE} Score="2" Body="&lt;p&gt;And a porter?&lt;/p&gt;" OwnerUserId="1" Title="How warm should a stout be?" Tags="&lt;beer&gt;" />`,
  Comments: `<row Id="1" PostId="1" Score="0" Text="In which country is that?" ${DATE} UserId="1" />`,
}
/** Packed as any program does it. */
const dump = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-dump-'))
  for (const [file, row] of Object.entries(DUMP))
    writeFileSync(join(folder, `${file}.xml`), `<rows>\n${row}\n</rows>\n`)
  const buffer = execFileSync('tar', ['-czf', '-', '-C', folder, ...Object.keys(DUMP).map((file) => `${file}.xml`)])
  rmSync(folder, { recursive: true })
  return { name, mimeType: 'application/gzip', buffer }
}

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
    }, PATIENCE)
    .toBeGreaterThan(0)
}

for (const scripts of [true, false]) {
  const how = scripts ? '' : ', without scripts'

  journey(`an admin brings in a dump from their computer, after a dry run${how}`, async ({ start, open }) => {
    const site = await start()
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
    const row = page.getByRole('row').filter({ hasText: 'beer.tar.gz' })
    await row.waitFor()
    expect(await page.getByText('Pack the dump as .zip or .tar.gz;').count()).toBe(0)
    await page.ready()
    await row.getByRole('button', { name: 'Dry run' }).click()
    await until(page, 'import', () => page.getByRole('table', { name: 'What would come in' }).count())
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
    await expect.poll(() => readdirSync(join(site.data, 'imports')), PATIENCE).toEqual([])
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
  })

  journey(`an admin exports the site, proves who they are, and downloads it${how}`, async ({ start, open }) => {
    const site = await start()
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

  journey(`an admin sees what takes room, and clears some of it${how}`, async ({ start, open }) => {
    const site = await start()
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
    await expect.poll(() => existsSync(join(site.data, 'imports', 'old.tar.gz')), PATIENCE).toBe(false)
    await until(page, 'storage', () => page.getByText(/^Done\. 1 file went/).count())
  })
}
