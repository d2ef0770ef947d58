import { expect, test } from 'vitest'
import { inUnits } from './in-units.ts'

test.each([
  [0, 'en-US', '0 milliseconds'],
  [320, 'en-US', '320 milliseconds'],
  [1440, 'en-US', '1.4 seconds'],
  [1440, 'de-DE', '1,4 Sekunden'],
  [600_000, 'en-US', '10 minutes'],
  [86_400_000, 'de-DE', '1 Tag'],
])('%d ms (%s): %s', (ms, tag, words) => expect(inUnits(tag, ms)).toBe(words))
