import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { misplaced, untranslated } from '../laid-out.ts'
import { admin, enter, register } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { answer, ask, comment, makeTag } from '../posts.ts'
import type { Site } from '../site.ts'

/** Plugins bring their words themselves, in the languages that they know. */
const PLUGINS = join(import.meta.dirname, '../../plugins')
interface Worded {
  words: { en_US: Record<string, string> }
}
interface Manifest {
  askwell: Worded | Worded[]
}
const PLUGIN_WORDS = readdirSync(PLUGINS).flatMap((name) => {
  const { askwell } = JSON.parse(readFileSync(join(PLUGINS, name, 'package.json'), 'utf8')) as Manifest
  return [askwell].flat().flatMap(({ words }) => Object.values(words.en_US))
})

// Every kind of page in a language whose words are half as long again, and in one that runs from right to left.

const TITLE = 'Why does a beer that was brewed in a very warm summer taste of bananas and cloves?'

const prepare = async (site: Site) => {
  const boss = await admin(site)
  const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
  await makeTag(site, boss, 'fermentation-temperature')
  const question = await ask(site, ada, { title: TITLE, tags: ['fermentation-temperature', 'support'] })
  await answer(site, ben, question.id, '## Yeast\n\nIt is the yeast.\n\n### Which\n\nA wild one.')
  await comment(site, ada, question.id, 'It did so last year.')
  return { boss, question, ada }
}
const made = new WeakMap<Site, ReturnType<typeof prepare>>()
/** There once, and looked at in each language and width. */
const prepared = (site: Site) => {
  const there = made.get(site) ?? prepare(site)
  made.set(site, there)
  return there
}

const EVERYBODY = [
  '/',
  '/questions?order=unanswered',
  '/tags',
  '/tags/support',
  '/tags/support/info',
  '/users',
  '/users/ada',
  '/search?q=beer',
  '/search',
]
const MEMBERS = [
  '/questions/ask',
  '/users/settings/profile',
  '/users/settings/notify',
  '/users/settings/account',
  '/users/settings/interface',
]
const STAFF = [
  '/review',
  '/admin/users',
  '/admin/questions',
  '/admin/answers',
  '/admin/comments',
  '/admin/bulk',
  '/admin/general',
  '/admin/smtp',
  '/admin/write',
  '/admin/login',
  '/admin/privileges',
  '/admin/installed-plugins',
]
const STRANGERS = ['/users/login', '/users/register', '/users/account-recovery']

const speak = async (page: WatchedPage, language: string) => {
  await page.context().addCookies([{ name: 'askwell_language', value: language, url: page.site }])
}

for (const [language, width] of [
  ['en_XA', 1440],
  ['en_XA', 390],
  ['ar_XB', 1440],
  ['ar_XB', 390],
] as const)
  journey(
    `every page holds ${language === 'en_XA' ? 'words half as long again' : 'words from right to left'}, ${width} pixels wide`,
    async ({ share, open }) => {
      const site = await share({ pseudo: true })
      const { boss, question } = await prepared(site)
      const found: string[] = []
      const look = async (page: WatchedPage, address: string) => {
        await page.goto(address)
        expect(await page.evaluate('document.documentElement.lang'), address).toBe(language.replace('_', '-'))
        if (language === 'ar_XB') expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl')
        found.push(...(await misplaced(page)).map((fault) => `${address}: ${fault}`))
        if (language === 'en_XA')
          found.push(
            ...(await untranslated(page, ['Ada', 'Ben', 'admin', 'ada', 'ben', ...PLUGIN_WORDS])).map(
              (text) => `${address}: not translated: ${text}`,
            ),
          )
      }
      const stranger = await open(site, { width })
      await speak(stranger, language)
      for (const address of [...STRANGERS, ...EVERYBODY, `/questions/${question.id}`]) await look(stranger, address)
      await takePicture(stranger, `${language}-question-${width}`)
      const page = await open(site, { width })
      await enter(page, boss)
      await site.call('PUT', '/answer/api/v1/user/interface', {
        token: boss.token,
        body: { language, color_scheme: 'default' },
      })
      for (const address of ['/', `/questions/${question.id}`, ...MEMBERS, ...STAFF]) await look(page, address)
      await page.goto('/')
      await takePicture(page, `${language}-home-${width}`)
      expect(found).toEqual([])
    },
  )

journey('in one text each line, paragraph and list runs as it begins', async ({ share, open }) => {
  const site = await share({ pseudo: true })
  const mixed = 'مرحبا بكم\n\nIn English.\n\n- الماء\n\n1. Malt'
  const sam = await register(site, 'Sam')
  const question = await ask(site, sam, { title: 'كيف أصنع البيرة في المنزل؟', content: mixed })
  const page = await open(site)
  await enter(page, sam)
  await page.goto(`/questions/${question.id}`)
  const directions = (what: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${what}')].map((one) => getComputedStyle(one).direction)`)
  expect(await directions('.question .prose :is(ul, ol)')).toEqual(['rtl', 'ltr'])
  await page.goto(`/posts/${question.id}/edit`)
  await page.ready()
  await page.locator('[name=content]').focus()
  await page.locator('.cm-content').waitFor()
  expect(await directions('.cm-line:not(:has(> br))')).toEqual(['rtl', 'ltr', 'rtl', 'ltr'])
})
