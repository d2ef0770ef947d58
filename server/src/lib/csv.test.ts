import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test.each([
  ['=1+1', '"\'=1+1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['=1\nof two lines', '"\'=1\nof two lines"'],
  ['a "word", and more', '"a ""word"", and more"'],
  ['plain', 'plain'],
])('no cell of a CSV file is a formula: %j', (cell, written) =>
  expect(csvLines([[cell, -1]])).toBe(`${written},-1\r\n`),
)
