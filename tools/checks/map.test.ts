import { expect, test } from 'vitest'
import { mapGaps } from './map.ts'

const gaps = (map: string) =>
  mapGaps(
    new Map([
      ['docs/map.md', map],
      ['server/src/features/engagement/votes/service.ts', ''],
      ['web/app/ui/button.tsx', ''],
    ]),
  )
const MAP =
  '```\nserver/src/\n  features/\n    engagement/\n      votes/   who said yes\nweb/app/\n  ui/\n```\nand `docs/`, `web/`, `server/`.'

test('a map that names every folder is complete', () => expect(gaps(MAP)).toEqual([]))
test('a folder may stand in a table, between backticks', () =>
  expect(gaps(MAP.replace('votes/', '') + '\n| `votes` | who said yes |')).toEqual([]))
test('a folder that the map forgets is found', () =>
  expect(gaps(MAP.replace('votes/', ''))).toEqual(["docs/map.md doesn't name server/src/features/engagement/votes/"]))
test('a folder that the map makes up is found', () =>
  expect(gaps(`${MAP}\n\`server/src/features/badges/\``)).toEqual([
    "docs/map.md names server/src/features/badges/, which doesn't exist",
  ]))
test('words outside code are just words', () => expect(gaps(`${MAP}\nand/or either/`)).toEqual([]))
test('a project without a map has none', () => expect(mapGaps(new Map())).toEqual(['docs/map.md is missing']))
