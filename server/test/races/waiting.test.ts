import { endpoints } from '@askwell/contract/index.ts'
import { expect, test } from 'vitest'

/** Races whose feature comes later; as soon as their call is there, this list is wrong. */
const WAITING: Record<string, string> = {
  'a badge is awarded once': '/badge',
}

test.each(Object.entries(WAITING))('waits for its feature: %s', (_, path) => {
  expect(endpoints.filter((one) => one.path === path)).toEqual([])
})
