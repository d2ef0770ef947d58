import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRows } from './rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'askwell-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (rows: string[]) => {
  const path = join(folder, 'Rows.xml')
  writeFileSync(path, `<?xml version="1.0"?>\n<rows>\n${rows.join('\n')}\n</rows>\n`)
  const found = []
  for await (const row of readRows(path, () => {})) found.push(row)
  return found
}

/** With a name that dumps don't have, it's the parser that reads a row. */
const byParser = (row: string) => row.replace('<row', '<row a.b="c"')

test.each([
  '<row Id="1" Body="&lt;p&gt;a &amp;amp; b&lt;/p&gt;&#xA;&#xD;&quot;&apos;" />',
  '<row Id="1" Body="&#233;&#x1F600;&#x9;&#10;"/>',
  '<row Id="1" Body=""  />',
  '<row Id="1" Body="a > b \u2028 c" />',
  '<row Id="1" Body="&#x1;&#xFFFF;&#xD800;" />',
  '<row Id="1" Body="a & b" />',
  '<row Id="1" Body="&nbsp;" />',
  '<row Id="1" Body="a < b" />',
  '<row Id="1" Body="a\tb" />',
  '<row Id="1" Id="2" />',
  "<row Id='1' />",
  '<row Id=1 />',
  '<row Id="1" Body="a',
  '<row Id="1">',
])('is read as the parser reads it: %s', async (row) => {
  const after = '<row Id="2" />'
  const [own, next, ...rest] = await read([row, after])
  const [parsed] = await read([byParser(row), after])
  if (parsed && 'fields' in parsed) delete parsed.fields['a.b']
  expect(own).toEqual(parsed)
  expect([next, rest]).toEqual([{ line: 4, fields: { Id: '2' } }, []])
})

test('values that nobody wants are left out', async () => {
  const path = join(folder, 'Some.xml')
  writeFileSync(path, '<rows>\n<row Type="1" Text="a" />\n<row Type="2" Text="b" />\n</rows>')
  const found = []
  for await (const row of readRows(
    path,
    () => {},
    (name, { Type }) => name !== 'Text' || Type === '2',
  ))
    found.push(row)
  expect(found).toEqual([
    { line: 2, fields: { Type: '1' } },
    { line: 3, fields: { Type: '2', Text: 'b' } },
  ])
})

test('a row that is too long is named, and the next ones are read', async () => {
  const long = `<row Id="1" Body="${'x'.repeat(9 * 2 ** 20)}" />`
  expect(await read([long, '<row Id="2" />', long.slice(0, -4), '<row Id="3" />'])).toEqual([
    { line: 3, problem: 'it is longer than a row may be' },
    { line: 4, fields: { Id: '2' } },
    { line: 5, problem: 'it is longer than a row may be' },
    { line: 6, fields: { Id: '3' } },
  ])
})

test('a line without an end is let go, and what breaks off there is said', async () => {
  const path = join(folder, 'Endless.xml')
  writeFileSync(path, `<rows>\n<row Id="1" />\n<row ${'x'.repeat(9 * 2 ** 20)}`)
  const found = []
  for await (const row of readRows(path, () => {})) found.push(row)
  expect(found).toEqual([
    { line: 2, fields: { Id: '1' } },
    { line: 3, problem: 'it is longer than a row may be' },
    { line: 3, isCut: true },
  ])
})

test('no line takes long, whatever stands in it', async () => {
  for (const line of [`<${'a'.repeat(500_000)}`, `<${'a/'.repeat(200_000)}`, ' '.repeat(500_000)])
    expect(await read([line])).toEqual([])
})
