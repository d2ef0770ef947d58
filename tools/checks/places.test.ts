import { expect, test } from 'vitest'
import { focusedTests, htmlSinks, strayedEnvironment, strayedSql } from './places.ts'

const files = (texts: Record<string, string>) => new Map(Object.entries(texts))

test('raw SQL stands in queries.ts, checks.ts, db/ and the pair of engines, nowhere else', () => {
  const code = `import { sql } from 'kysely'`
  expect(strayedSql(files({ 'server/src/features/engagement/votes/views.ts': code }))).toEqual([
    expect.stringContaining('features/engagement/votes/views.ts:1'),
  ])
  expect(
    strayedSql(
      files({
        'server/src/features/engagement/votes/queries.ts': code,
        'server/src/features/engagement/votes/checks.ts': code,
        'server/src/db/dialect.ts': code,
        'server/src/features/content/search/sqlite.ts': code,
      }),
    ),
  ).toEqual([])
})

test('HTML enters the page in one file only', () => {
  const sink = 'export const Html = () => <div dangerouslySetInnerHTML={{ __html: html }} />'
  expect(htmlSinks(files({ 'web/app/ui/html.tsx': sink }))).toEqual([])
  expect(htmlSinks(files({ 'web/app/ui/html.tsx': sink, 'web/app/root.tsx': sink }))).toHaveLength(2)
  expect(
    htmlSinks(files({ 'web/app/ui/html.tsx': sink, 'web/app/root.tsx': 'element.innerHTML = html' })),
  ).toHaveLength(2)
})

test.each(['test.only', 'it.skip', 'describe.todo', 'journey.only'])('%s is found', (call) => {
  expect(focusedTests(files({ 'server/src/lib/slug.test.ts': `${call}('a', () => {})` }))).toEqual([
    `server/src/lib/slug.test.ts:1 ${call}`,
  ])
})

test('tests that depend on what the machine has may say so', () => {
  expect(
    focusedTests(files({ 'a/b.test.ts': "test.skipIf(!chromium)('a', () => {}); test.each([])('b', () => {})" })),
  ).toEqual([])
})

test('the environment is read where settings are', () => {
  expect(strayedEnvironment(files({ 'server/src/lib/smtp.ts': 'const host = process.env.SMTP' }))).toEqual([
    'server/src/lib/smtp.ts:1 reads process.env',
  ])
  expect(
    strayedEnvironment(
      files({ 'server/src/main.ts': 'readConfig(args, process.env)', 'tools/test.ts': 'process.env.CI' }),
    ),
  ).toEqual([])
})
