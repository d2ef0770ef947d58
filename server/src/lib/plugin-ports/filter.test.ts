import { expect, test } from 'vitest'
import { inSlot, type Slot } from '../concurrency-slot.ts'
import { filtered } from './filter.ts'
import type { Asking } from './running.ts'

/** Filters by their names, what each makes of a text, and what happens meanwhile. */
const given = (filters: Record<string, (content: string) => string>) => {
  const happened: string[] = []
  const plugins = {
    having: () => Object.keys(filters),
    async ask(name: string, _: string, { content }: { content: string }) {
      happened.push(name)
      return filters[name]!(content)
    },
  } as unknown as Asking
  const slot: Slot = {
    release: () => void happened.push('release'),
    reacquire: async () => void happened.push('reacquire'),
  }
  return {
    happened,
    of: (content: string) => inSlot(slot, () => filtered(plugins, { object_type: 'answer', content })),
  }
}

test('filters work one after another, and one that fails changes nothing', async () => {
  const { of } = given({
    loud: (content) => content.toUpperCase(),
    broken() {
      throw new Error('out of order')
    },
    polite: (content) => `${content}, please`,
  })
  expect(await of('help')).toBe('HELP, please')
})

test('while plugins filter, somebody else has the place of who waits; without filters nobody gives it up', async () => {
  const some = given({ loud: (content) => content.toUpperCase() })
  await some.of('help')
  expect(some.happened).toEqual(['release', 'loud', 'reacquire'])
  const none = given({})
  expect(await none.of('help')).toBe('help')
  expect(none.happened).toEqual([])
})
