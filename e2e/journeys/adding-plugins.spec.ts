import { expect, onTestFinished } from 'vitest'
import { journey } from '../journey.ts'
import { SELDOM } from '../page.ts'
import { admin, logIn } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { removePlugin, turnPlugin } from '../plugins.ts'
import type { WatchedPage } from '../browser.ts'
import { answer, ask } from '../posts.ts'
import { ADMIN } from '../site.ts'
import { npmPack } from '../../server/test/npm-pack.ts'

// All on one site: each journey but the last leaves the list of plugins, and which are on, as it was.

const manifest = (version: string, permissions: string[]) =>
  JSON.stringify({
    name: 'askwell-plugin-shout',
    version,
    type: 'module',
    askwell: {
      slug_name: 'shout',
      api: '^1.0.0',
      kinds: ['render'],
      languages: ['shout'],
      permissions,
      words: { en_US: { name: 'Shout', description: 'Blocks of code marked shout become loud.' } },
    },
  })
const RENDERING = 'export default { render: (blocks) => blocks.map(({ text }) => `<p>${text.toUpperCase()}</p>`) }'
const packed = async (version: string, permissions: string[]) => archive(manifest(version, permissions), RENDERING)
const archive = async (manifest: string, code: string) => ({
  name: 'shout.tgz',
  mimeType: 'application/gzip',
  buffer: await npmPack({ 'package.json': manifest, 'index.js': code }),
})

/** What a row has beside its first acts. */
const openRow = (page: WatchedPage, name: string) =>
  page.locator('.plugin-row summary', { has: page.getByText(name, { exact: true }) }).click()

journey(
  'an admin adds a plugin, reads what it may do, switches it on, updates it and removes it, and adds another of one',
  async ({ share, open }) => {
    const site = await share({ database: 'sqlite' })
    const page = await open(site)
    await logIn(page, ADMIN)
    page.allow(/^400 /)
    await page.goto('/admin/installed-plugins')
    const upload = async (file: Awaited<ReturnType<typeof packed>>, replaces?: string) => {
      await page.getByLabel('Package (.tgz)').setInputFiles(file)
      if (replaces) await page.getByLabel('Replaces').selectOption({ label: replaces })
      await page.getByRole('button', { name: 'Upload' }).click()
    }
    await upload({ name: 'no.tgz', mimeType: 'application/gzip', buffer: Buffer.from('no') })
    await page
      .getByText(/This plugin can’t be used/)
      .first()
      .waitFor()
    await takePictures(page, 'admin-plugins-refused')

    await upload(await packed('1.0.0', ['storage']))
    await page.getByRole('link', { name: 'Read what it may do: Shout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch on Shout?' })
    await dialog.getByText('Keeps data of its own on this site').waitFor()
    await takePictures(page, 'admin-plugin-powers')
    await page.accessible()
    await dialog.getByRole('button', { name: 'Agree and switch on' }).click()
    await page.getByRole('button', { name: 'Switch off: Shout' }).waitFor()

    await upload(await packed('1.1.0', ['storage', 'net:api.example.org']), 'Shout (shout)')
    await page.getByText('It wants to do more than was agreed to').waitFor()
    await page.getByRole('link', { name: 'Read what it may do: Shout' }).click()
    const more = page.getByRole('dialog', { name: 'May Shout do more?' })
    await more.getByText('api.example.org').waitFor()
    expect(await more.getByText('new', { exact: true }).count()).toBe(1)
    await more.getByRole('button', { name: 'Agree, and go on' }).click()
    await page.getByText('It wants to do more than was agreed to').waitFor({ state: 'detached' })
    await takePictures(page, 'admin-plugins-added')

    await openRow(page, 'Shout')
    await page.getByRole('link', { name: 'Remove: Shout' }).click()
    const removing = page.getByRole('dialog', { name: 'Remove Shout?' })
    await takePictures(page, 'admin-plugin-remove')
    await removing.getByRole('button', { name: 'Remove' }).click()
    await page.locator('#plugin-shout').waitFor({ state: 'detached' })

    await page.getByLabel('Name of the package').fill('Not a package')
    await page.getByRole('button', { name: 'Install' }).click()
    await page
      .getByText(/The registry didn’t give that plugin/)
      .first()
      .waitFor()
    await takePictures(page, 'admin-plugins-registry')

    await openRow(page, 'OpenID Connect')
    await page.getByRole('link', { name: 'Add another: OpenID Connect' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Chess club')
    await takePictures(page, 'admin-plugin-another')
    await page.accessible()
    await page.getByRole('dialog').getByRole('button', { name: 'Add another' }).click()
    await openRow(page, 'Chess club')
    await page.getByRole('link', { name: 'Rename: Chess club' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Bridge club')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('link', { name: 'Remove: Bridge club' }).click()
    await page.getByText('its settings and all that it has stored are deleted').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.locator('#plugin-openid_connect_2').waitFor({ state: 'detached' })
  },
)

journey('an admin has existing posts rendered again for a plugin that is new', async ({ share, open }) => {
  const site = await share({ database: 'sqlite' })
  const boss = await admin(site)
  onTestFinished(async () => {
    await removePlugin(site, boss.token, 'shout')
  })
  const { id } = await ask(site, boss, { title: 'What is shouted?', content: '```shout\nhops\n```' })
  const [page, reader] = [await open(site), await open(site)]
  await logIn(page, ADMIN)
  await page.goto('/admin/installed-plugins')
  await page.getByLabel('Package (.tgz)').setInputFiles(await packed('1.0.0', []))
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('link', { name: 'Read what it may do: Shout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agree and switch on' }).click()
  await reader.goto(`/questions/${id}`)
  await reader.locator('.question code', { hasText: 'hops' }).waitFor()
  await openRow(page, 'Shout')
  await page.getByRole('button', { name: 'Render existing posts again: Shout' }).click()
  // The question and its first revision.
  await page.getByText('2 texts were rendered.').waitFor()
  await takePictures(page, 'admin-plugins-rendered')
  await reader.reload()
  await reader.locator('.question .drawn', { hasText: 'HOPS' }).waitFor()
})

journey('an admin sees what webhooks came to, and has them sent again', async ({ share, open }) => {
  const site = await share({ database: 'sqlite' })
  site.expect(/“May be in a private network” is off/)
  const boss = await admin(site)
  onTestFinished(() => turnPlugin(site, boss.token, 'webhooks', false))
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.goto('/admin/installed-plugins')
  await page.getByRole('link', { name: 'Read what it may do: Webhooks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agree and switch on' }).click()
  await page.getByRole('link', { name: 'Set up: Webhooks' }).click()
  await page.getByLabel('Address').fill('https://127.0.0.1:9/in') // no site sends anything there
  await page.getByLabel('Secret').fill('a secret that both sides know')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()

  const { id } = await ask(site, boss, { title: 'Does the receiver hear of this?' })
  await answer(site, boss, id, 'Not at this address.')
  await page.goto('/admin/installed-plugins')
  await openRow(page, 'Webhooks')
  await page.getByRole('link', { name: 'What it was told: Webhooks' }).click()
  await page.getByRole('heading', { name: 'What Webhooks was told' }).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText(/Failed (once|\d+ times),/).count()
    }, SELDOM)
    .toBe(2)
  await takePictures(page, 'admin-plugin-deliveries')
  await page.accessible()
  await page.getByRole('button', { name: 'Send again answer.given' }).click()
  await page.getByText('One event is sent again.').waitFor()
  await page.getByRole('link', { name: /^Failed/ }).click()
  await page.getByLabel('Failed since').selectOption({ label: 'A day ago' })
  await page.getByRole('button', { name: 'Send all failed ones again' }).click()
  await page.getByText('2 events are sent again.').waitFor()
  await page.getByRole('link', { name: 'Delivered' }).click()
  await page.getByText('No such event').waitFor()
  await takePictures(page, 'admin-plugin-deliveries-none')
})

for (const scripts of [true, false])
  journey(
    `an admin finds a plugin by its name, kind and state, and the filter stays${scripts ? '' : ', without scripts'}`,
    async ({ share, open }) => {
      const site = await share({ database: 'sqlite' })
      const { token } = await admin(site)
      onTestFinished(() => turnPlugin(site, token, 'chess', false))
      const page = await open(site, { scripts })
      await logIn(page, ADMIN)
      await page.goto('/admin/installed-plugins')
      await takePictures(page, `admin-plugins-all${scripts ? '' : '-without-scripts'}`)
      await page.accessible()
      await page.getByRole('link', { name: /^Search \d/ }).click()
      expect(new URL(page.url()).hash).toBe('#plugins-search')
      await page.getByLabel('Find a plugin').fill('chess board')
      await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Texts and editor' })
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.waitForURL(/[?]q=chess[+]board&kind=texts/)
      await page.locator('#plugin-opensearch').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Read what it may do: Chess' }).click()
      await page.getByRole('button', { name: 'Agree and switch on' }).click()
      await page.getByRole('button', { name: 'Switch off: Chess' }).waitFor()
      expect(page.url()).toMatch(/[?]q=chess[+]board&kind=texts/)
      await page.getByLabel('Status').selectOption({ label: 'Off' })
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByText('No plugin fits this filter').waitFor()
      await takePictures(page, `admin-plugins-none${scripts ? '' : '-without-scripts'}`)
      await page.accessible()
      await page.getByRole('link', { name: 'Show all' }).click()
      await page.getByRole('button', { name: 'Switch off: Chess' }).waitFor()
    },
  )

journey(
  'an admin reads what is wrong with the pages of a plugin, and readers that it doesn’t answer',
  async ({ share, open }) => {
    const site = await share({ database: 'sqlite' })
    const [page, reader] = [await open(site), await open(site)]
    reader.allow(/503/)
    await logIn(page, ADMIN)
    await page.goto('/admin/installed-plugins?kind=search')
    const shout = JSON.parse(manifest('1.0.0', [])) as { askwell: object }
    const askwell = { ...shout.askwell, kinds: ['render', 'route'], open_to: 'anyone' }
    const code = `export default { render: (blocks) => blocks.map(() => null), route: { page: async () => { await import('node:child_process').catch(() => {}); return { title: 'T', parts: [{ part: 'tabel' }] } }, send: () => ({ go: '/' }) } }`
    await page.getByLabel('Package (.tgz)').setInputFiles(await archive(JSON.stringify({ ...shout, askwell }), code))
    await page.getByRole('button', { name: 'Upload' }).click()
    // Also where the filter would hide it.
    await page.locator('.plugin-row .notice', { hasText: 'Shout is in the list' }).waitFor()
    await page.getByRole('link', { name: 'Read what it may do: Shout' }).click()
    await page.getByRole('heading', { name: 'Switch on Shout?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Agree and switch on' }).click()
    await page.getByRole('button', { name: 'Switch off: Shout' }).waitFor()
    await reader.goto('/plugins/shout')
    await reader.getByText('The plugin doesn’t answer just now.').waitFor()
    await takePictures(reader, 'plugin-page-503')
    await page.goto('/admin/installed-plugins?kind=pages')
    await openRow(page, 'Shout')
    await page.getByText('"tabel" is no part; there are:').waitFor()
    const hindered = page.getByText('Load “node:child_process”, a module of Node that no plugin gets: once')
    await expect
      .poll(async () => {
        await page.reload()
        return hindered.count()
      }, SELDOM)
      .toBe(1)
    await page.locator('.plugin-row summary', { hasText: 'Kept from something' }).click()
    await hindered.waitFor()
    await page.accessible()
    await takePictures(page, 'admin-plugins-trouble')
    const more = { ...askwell, permissions: ['storage'] }
    await page
      .getByLabel('Package (.tgz)')
      .setInputFiles(await archive(JSON.stringify({ ...shout, version: '1.1.0', askwell: more }), code))
    await page.getByLabel('Replaces').selectOption({ label: 'Shout (shout)' })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: 'Read what it may do: Shout' }).click()
    await page.getByRole('heading', { name: 'May Shout do more?' }).waitFor()
  },
)
