import { expect, test } from 'vitest'
import { createMatcher } from './matching.ts'
import { pagesIn } from './pages.ts'

const INDEX = 'https://docs.example.org/sitemap.xml'

test.each([
  [
    'a sitemap',
    '<urlset><url><loc>https://docs.example.org/first-steps.html</loc></url><url><loc>ftp://x.example/</loc></url></urlset>',
    [{ title: 'First steps', url: 'https://docs.example.org/first-steps.html' }],
  ],
  [
    'a list in JSON',
    '[{"title": "Ovens", "url": "/ovens"}, {"title": "Ovens again", "url": "/ovens"}, {"url": "javascript:alert(1)"}, null]',
    [{ title: 'Ovens', url: 'https://docs.example.org/ovens' }],
  ],
])('pages are read from %s; what is no page of the web is left out', (_, text, pages) => {
  expect(pagesIn(text, INDEX)).toEqual(pages)
})

test('addresses of MkDocs begin where its pages do, and its sections are no pages', () => {
  const text = '{"docs": [{"location": "ovens/", "title": "Ovens"}, {"location": "ovens/#heat", "title": "Heat"}]}'
  expect(pagesIn(text, 'https://docs.example.org/v2/search/search_index.json')).toEqual([
    { title: 'Ovens', url: 'https://docs.example.org/v2/ovens/' },
  ])
})

test('what is no list of pages is said', () => {
  expect(() => pagesIn('{"error": "no"}', INDEX)).toThrow('neither a sitemap nor a list')
})

const pages = [
  'Configure the oven',
  'Configure the proofer',
  'Bake rye bread',
  'Qu’est-ce qu’un levain',
  'パンを焼く',
].map((title, n) => ({ title, url: `https://docs.example.org/${n}` }))
test.each([
  ['How do I configure my ovens?', [], ['Configure the oven']],
  ['It is too hot', ['oven'], ['Configure the oven']],
  ['Configure something else', [], []],
  ['What is a thing that I can bake', [], []],
  ['Levain: qu’est-ce que c’est', ['levain'], ['Qu’est-ce qu’un levain']],
])('"%s" with the tags %j', (title, tags, found) => {
  expect(createMatcher(pages, 'en_US')({ title, tags }, 1).map((page) => page.title)).toEqual(found)
})
