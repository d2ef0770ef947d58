import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTally } from '../tally.ts'
import { FORMS, rowsOf } from './rows.ts'

test('rows with more columns than any table has are refused, and unknown columns named up to a hundred', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const names = (count: number, of = 'x') => Array.from({ length: count }, (_, at) => `${of}${at}`)
  const wide = names(150_000)
  writeFileSync(join(folder, 'tags.csv'), `${wide.join(',')}\n${wide.join(',')}\n`)
  const problem = 'it has 150000 columns, and a row may have 300'
  expect(await Array.fromAsync(FORMS.csv.rows(folder, 'tags', () => {}))).toEqual([
    { line: 1, problem },
    { line: 1, isCut: true },
  ])
  const object = (its: string[]) => JSON.stringify({ name: 'stout', ...Object.fromEntries(its.map((one) => [one, 1])) })
  writeFileSync(
    join(folder, 'tags.jsonl'),
    [object(names(149_999)), object(names(80, 'y')), object(names(80, 'z'))].join('\n'),
  )
  const tally = createTally(['tags'], ['tags'], FORMS.jsonl.fileName as (file: string) => string)
  const reading = { folder, tally, onBytes: () => {}, signal: new AbortController().signal, selection: undefined }
  expect(await Array.fromAsync(rowsOf(reading, FORMS.jsonl, 'tags'))).toHaveLength(2)
  const { complaints, remarks } = tally.report()
  expect([complaints, remarks.length]).toEqual([[{ file: 'tags.jsonl', line: 1, problem }], 100])
})
