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
