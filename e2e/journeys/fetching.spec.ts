import { expect } from 'vitest'
import { ollama } from '../../server/test/ollama.ts'
import { author, dwqa, wxr } from '../../server/test/wordpress.ts'
import { AGENT, zendesk } from '../../server/test/zendesk.ts'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, SELDOM } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'
import { ask } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const API = '/answer/admin/api'
/** Vectors are made every half a minute. */
const PATIENCE = { ...SELDOM, timeout: 60_000 }
const AT = '2021-03-01T10:00:00Z'
const COMMUNITY = {
  topics: [{ id: 7, name: 'Devices' }],
  posts: [
    {
      id: 11,
      title: 'How do I reset my device?',
      details: '<p>It is blinking.</p>',
      author_id: 1,
      topic_id: 7,
      comment_count: 1,
      created_at: AT,
    },
  ],
  comments: { 11: [{ id: 21, body: '<p>Unplug it.</p>', author_id: 2, official: true, created_at: AT }] },
  users: [
    { id: 1, name: 'Zoe', email: 'zoe@example.com', created_at: AT },
    { id: 2, name: 'Yan', email: 'yan@example.com', created_at: AT },
  ],
}

const switchOn = async (site: Site, plugin_slug_name: string, config_fields: object) => {
  const { token } = await admin(site)
  const body = { plugin_slug_name, config_fields: { ...config_fields, private_network: true } }
  await site.call('PUT', `${API}/plugin/config`, { token, body })
  await turnPlugin(site, token, plugin_slug_name, true)
}

/** Loaded again, as one does without scripts, until it is there. */
const until = async (page: WatchedPage, place: string, text: string) => {
  await expect
    .poll(async () => {
      await page.goto(place)
      return page.getByText(text).count()
    }, PATIENCE)
    .toBeGreaterThan(0)
}

/** One site for the journeys with scripts, another for those without: what came in once is there. */
const how = (scripts: boolean) => (scripts ? '' : ', without scripts')

for (const scripts of [true, false])
  journey(
    `an admin has a plugin fetch a community, tries what came, and brings it in${how(scripts)}`,
    async ({ share, open }) => {
      const site = await share({}, how(scripts))
      const service = await zendesk(COMMUNITY)
      try {
        await switchOn(site, 'zendesk', { address: service.address, ...AGENT })
        const page = await open(site, { scripts })
        await logIn(page, ADMIN)
        await page.goto('/admin/import')
        await arriveAt(page, 'Import')
        await page.getByRole('button', { name: 'Fetch Zendesk community' }).click()
        await until(page, '/admin/import', '1 question, 1 answer and 2 members are in zendesk.tar.gz.')
        await page.accessible()
        if (scripts) await takePictures(page, 'import-fetched')
        const row = page.getByRole('row').filter({ hasText: 'zendesk.tar.gz' })
        await row.getByRole('button', { name: 'Dry run' }).click()
        await until(page, '/admin/import', 'Would come')
        await row.getByRole('link', { name: 'Import' }).click()
        await page.getByRole('button', { name: 'Begin the import' }).click()
        await until(page, '/questions', 'How do I reset my device?')
        // The next finds no file here that it could read, and nothing at work.
        const report = page.getByRole('table', { name: 'What came in' })
        await expect
          .poll(async () => {
            await page.goto('/admin/import')
            return report.count()
          }, PATIENCE)
          .toBeGreaterThan(0)
        const { token } = await admin(site)
        await site.call('DELETE', `${API}/import/dump`, { token, body: { name: 'zendesk.tar.gz' } })
        await turnPlugin(site, token, 'zendesk', false)
      } finally {
        service.stop()
      }
    },
  )

const EXPORTED = wxr([
  author(1, 'xia', 'Xia', 'xia@example.com'),
  author(2, 'wim', 'Wim', 'wim@example.com'),
  dwqa('question', 11, 'xia', { title: 'How do I reset my clock?', content: 'It is blinking.', tags: ['clocks'] }),
  dwqa('answer', 12, 'wim', { parent: 11, content: 'Unplug it.' }),
])

for (const scripts of [true, false])
  journey(
    `an admin uploads what WordPress has exported, and a plugin reads it${how(scripts)}`,
    async ({ share, open }) => {
      const site = await share({}, how(scripts))
      await turnPlugin(site, (await admin(site)).token, 'wordpress', true)
      const page = await open(site, { scripts })
      await logIn(page, ADMIN)
      await page.goto('/admin/import')
      await page.getByText('Upload a file first (.xml, .zip, .tar.gz, .tgz)').waitFor()
      const file = { name: 'our community.xml', mimeType: 'text/xml', buffer: EXPORTED }
      await page.getByLabel(/^File \(/).setInputFiles(file)
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByLabel('File for WordPress').selectOption('our-community.xml')
      await page.accessible()
      if (scripts) await takePictures(page, 'import-uploaded-for-plugin')
      await page.getByRole('button', { name: 'Read WordPress' }).click()
      await until(page, '/admin/import', '1 question, 1 answer and 2 members are in wordpress.tar.gz.')
      const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Dry run' }) })
      await row.getByRole('link', { name: 'Import' }).click()
      await page.getByRole('button', { name: 'Begin the import' }).click()
      await until(page, '/questions', 'How do I reset my clock?')
    },
  )

journey('an admin chooses a plugin that makes vectors, and searches go by meaning', async ({ share, open }) => {
  const site = await share({}, how(true))
  const service = await ollama({ 'nomic-embed-text': 64 })
  try {
    const ann = await register(site, 'Ann')
    await ask(site, ann, { title: 'How do I mend my automobile?', content: 'It stands still since this morning.' })
    await switchOn(site, 'ollama', { server: service.address })
    const page = await open(site)
    await logIn(page, ADMIN)
    await page.goto('/admin/meaning')
    await page.getByRole('switch', { name: 'Also search by meaning' }).check()
    await page.getByLabel('Who makes the embeddings').selectOption({ label: 'Ollama' })
    await page.accessible()
    await takePictures(page, 'meaning-by-plugin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The service answers, in').first().waitFor()
    await until(page, '/search?q=vehicle+fixing', 'How do I mend my automobile?')
  } finally {
    service.stop()
  }
})
