import { expect, test } from 'vitest'
import { toldApart } from './told-apart.ts'

const names = (list: string[]) =>
  toldApart(list.map((name, at) => ({ slug_name: `short_${at}`, name }))).map(({ name }) => name)

test('those of one name say their short names, and nobody else does', () => {
  expect(names(['Club', 'Ring', 'Club'])).toEqual(['Club (short_0)', 'Ring', 'Club (short_2)'])
  expect(names(['Club', 'club '])).toEqual(['Club (short_0)', 'club (short_1)'])
  expect(names(['Club', 'Clubs'])).toEqual(['Club', 'Clubs'])
})
