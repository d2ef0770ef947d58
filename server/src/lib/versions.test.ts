import { expect, test } from 'vitest'
import { isNewer } from './versions.ts'

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.1', false],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '2.0.0-beta.1', true],
  ['2.0.0-beta.1', '2.0.0', false],
  ['2.0.0-beta.10', '2.0.0-beta.9', true],
  ['2.0.0-beta.1', '1.9.0', true],
  ['latest', '1.0.0', false],
  ['1.0.1', '', false],
])('%s is newer than %s: %s', (one, other, is) => expect(isNewer(one, other)).toBe(is))
