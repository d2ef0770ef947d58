import { expect, test } from 'vitest'
import { outsideCitations } from './citations.ts'

const found = (text: string, path = 'server/src/app.ts') =>
  outsideCitations(
    new Map([
      ['docs/map.md', ''],
      ['docs/decisions/0001-one-process.md', ''],
      ['STYLE.md', ''],
      [path, text],
    ]),
  )

test.each([
  ['// rulings 5', 'rulings 5'],
  ['/** The same call again (Rulings 5 and 6). */', 'Rulings 5'],
  ['// product-spec, the page of tags', 'product-spec'],
  ['// domain-facts §11: deleted', 'domain-facts'],
  ['/** In the order of house.md. */', 'house.md'],
  ['// see ../notes/anchors.md', '../notes/anchors.md'],
  ['// as docs/gone.md says', 'docs/gone.md'],
  ['/** Read by gone.ts, and by app.ts. */', 'gone.ts'],
  ['// the rule of §7', 'of §7'],
])('%s leads outside the repository', (text, cited) => {
  const sentences = found(`\n${text}`)
  expect(sentences[0]).toBe(`server/src/app.ts:2 cites ${cited}, which is not in the repository: say the rule itself`)
})

test.each([
  ['// docs/map.md has the folders'],
  ['// decisions/0001-one-process.md says why'],
  ['// see STYLE.md'],
  ['// docs/map.md §2'],
  ['// members follow the ruling of the moderators'],
  ['// https://example.org/docs/other.md'],
  ['const file = "notes/th.md"'],
])('%s may be said', (text) => {
  expect(found(text)).toEqual([])
})

test('a page of docs/ names those beside it', () => {
  expect(found('[the map](map.md) and [one process](decisions/0001-one-process.md)', 'docs/operations.md')).toEqual([])
  expect(found('[gone](gone.md)', 'docs/operations.md')).toHaveLength(1)
})
