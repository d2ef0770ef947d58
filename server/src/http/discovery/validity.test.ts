import { Parser } from 'htmlparser2'
import { saveProfile } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { atomFaults } from '../../../test/valid/atom.ts'
import { jsonFeedFaults } from '../../../test/valid/json-feed.ts'
import { schemaFaults } from '../../../test/valid/schema-org.ts'
import { sitemapFaults } from '../../../test/valid/sitemap.ts'
import { type World, world } from '../../../test/world.ts'

const scriptIn = (page: string) => {
  let [script, isInside] = ['', false]
  const parser = new Parser({
    onopentag(_, { type }) {
      isInside = type === 'application/ld+json'
    },
    ontext(text) {
      if (isInside) script += text
    },
    onclosetag() {
      isInside = false
    },
  })
  parser.end(page)
  return JSON.parse(script) as { '@context': string; '@graph': { '@type': string }[] }
}

describe('what others read of a site is as they define it', () => {
  let w: World
  let question = ''
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    const [ann, ben] = [await w.given.member({ name: 'ann', rank: 500 }), await w.given.member({ name: 'ben' })]
    const t = threads(w)
    question = await t.ask(ann, 'Is <b>&amp;</b> “quoted” 日本語 here?')
    await t.accept(ann, question, await t.answer(ben, question, 'See [this](/questions/1) and `a < b`.'))
    await t.answer(ann, question)
    await w.as(ann).call(saveProfile, { body: { display_name: 'ann', bio: 'Brews *stout* & ale.' } })
    await w.settle()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const get = async (url: string) => (await w.server.inject({ url })).body

  test.each([
    ['a question', (): string => `/questions/${question}`, ['QAPage', 'BreadcrumbList']],
    ['a profile', (): string => '/users/ann', ['ProfilePage']],
    ['the first page', (): string => '/', ['WebSite']],
  ] as const)('%s describes itself in words of schema.org only', async (_, url, types) => {
    const said = scriptIn(await get(url()))
    expect(said['@graph'].map((one) => one['@type'])).toEqual(types)
    expect(schemaFaults(said)).toEqual([])
  })

  test('a word that schema.org doesn’t know, or knows for something else, is noticed', () => {
    const context = { '@context': 'https://schema.org' }
    const of = (one: object) => schemaFaults({ ...context, '@graph': [one] })
    expect(of({ '@type': 'QuestionPage' })).toEqual(['QuestionPage: there is no type QuestionPage'])
    expect(of({ '@type': 'Question', voteCount: 3 })).toEqual(['Question: Question has no property voteCount'])
    expect(of({ '@type': 'Question', acceptedAnswer: { '@type': 'Person' } })).toHaveLength(1)
    expect(of({ '@type': 'Question', answerCount: 'many', datePublished: 'today' })).toHaveLength(2)
  })

  test.each(['questions', 'tags/support', 'users/ann', 'search', 'question'])(
    'the feed of %s follows RFC 4287 and JSON Feed 1.1',
    async (name) => {
      const path = name === 'question' ? `questions/${question}` : name
      const query = name === 'search' ? '?q=here' : ''
      expect(atomFaults(await get(`/feeds/${path}.atom${query}`))).toEqual([])
      expect(jsonFeedFaults(await get(`/feeds/${path}.json${query}`))).toEqual([])
    },
  )

  test('the sitemap, its index and its parts, follows the schema of sitemaps.org', async () => {
    for (const url of ['/sitemap.xml', '/sitemaps/tags.xml', '/sitemaps/questions-1.xml'])
      expect([url, sitemapFaults(await get(url))]).toEqual([url, []])
  })
})
