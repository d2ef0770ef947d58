import type { FormSent } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import type { Manifest } from '../isolated-plugin.ts'
import { createPluginPorts, type RunningPlugin } from './running.ts'

/** A plugin that searches, and whose functions all answer what is given. */
const searching = (answer: unknown, log: string[] = []): RunningPlugin => ({
  manifest: { kinds: ['search'], places: [], frames: [] } as unknown as Manifest,
  name: 'Search',
  icon: '',
  stylesheet: '',
  config: {},
  modules: {},
  state: '',
  call: async () => answer,
  refused: (line) => void log.push(line),
})

test('of several plugins of a kind the first is the first by name, whichever began first', () => {
  const ports = createPluginPorts()
  for (const name of ['opensearch', 'meilisearch', 'another']) ports.use(name, searching({}))
  ports.use('another', undefined)
  ports.use('another', searching({}))
  expect(ports.having('search')).toEqual(['another', 'meilisearch', 'opensearch'])
})

test('an answer that fits nothing is thrown, and the log of the plugin says what is wrong with it', async () => {
  const log: string[] = []
  const ports = createPluginPorts()
  ports.use('opensearch', searching({ ids: ['1', 'two'], count: 2 }, log))
  const asked = { q: 'x', words: ['x'], phrases: [], page: 1, page_size: 10, language: 'en_US' }
  await expect(ports.ask('opensearch', 'search.query', asked)).rejects.toThrow('nothing for search.query')
  expect(log).toEqual([expect.stringMatching(/^its answer is nothing for search.query: \/ids\/1 must match pattern/)])
})

const day = { name: 'day', label: 'Day' }
const form = (field: object) => ({ part: 'form', name: 'add', button: 'Add', fields: [field] })
test.each([
  [
    'route.page',
    form({ ...day, kind: 'datum' }),
    '/parts/1/fields/0/kind must be equal to one of the allowed values: text,',
  ],
  ['route.page', { ...form({ ...day, kind: 'date' }), button: '' }, '/parts/1/button '],
  [
    'route.page',
    { part: 'tabel' },
    '/parts/1/part "tabel" is no part; there are: heading, text, links, figures, table, notice, code, form',
  ],
  [
    'widget',
    { part: 'tabel' },
    '/parts/1/part "tabel" is no part; there are: heading, text, links, figures, table, notice, code',
  ],
  ['widget', {}, '/parts/1/part nothing is no part; there are: '],
  ['widget', 'table', '/parts/1 must be object'],
  ['widget', { part: 'table', caption: 'C', columns: ['A'] }, '/parts/1 must have required properties rows'],
] as const)('what is wrong with a part of a %s is said by what it calls itself: %j', async (name, part, said) => {
  const log: string[] = []
  const ports = createPluginPorts()
  ports.use('board', searching({ title: 'T', parts: [{ part: 'text', text: 'x' }, part] }, log))
  await expect(ports.ask('board', name, {} as never)).rejects.toThrow('nothing for')
  expect(log).toEqual([expect.stringContaining(`its answer is nothing for ${name}: ${said}`)])
})

test('of a large answer that is wrong it isn’t looked for what is wrong, which would hold the site up', async () => {
  const log: string[] = []
  const ports = createPluginPorts()
  ports.use('evil', searching({ title: 'T', parts: Array(300_000).fill(0) }, log))
  await expect(ports.ask('evil', 'widget', { place: 'home', language: 'en_US' })).rejects.toThrow('nothing for widget')
  expect(log).toEqual(['its answer is nothing for widget: it has more than 20000 values'])
})

test.each([[{ go: 'https://evil.example/', errors: { day: 'x' } }], [{ go: '/plugins/evil', errors: { day: {} } }]])(
  'a form leads nowhere else by saying two things at once: %j',
  async (outcome) => {
    const ports = createPluginPorts()
    ports.use('evil', searching(outcome))
    const sent = { form: 'add', values: {} } as unknown as FormSent
    await expect(ports.sendForm('evil', sent)).rejects.toThrow('nothing for route.send')
  },
)

test('what is wrong with a form is said of fields, a few at most', async () => {
  const ports = createPluginPorts()
  const sent = { form: 'add', values: {} } as unknown as FormSent
  for (const errors of [
    { 'No field': 'x' },
    { day: { text: 'x' } },
    Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${n}`, 'x'])),
  ]) {
    ports.use('evil', searching({ errors }))
    await expect(ports.sendForm('evil', sent)).rejects.toThrow('nothing for route.send')
  }
  ports.use('evil', searching({ errors: { day: 'It is over.' } }))
  expect(await ports.sendForm('evil', sent)).toEqual({ errors: { day: 'It is over.' } })
})

test('what a plugin says is wrong goes into its log as a line of bounded length', () => {
  const log: string[] = []
  const ports = createPluginPorts()
  ports.use('evil', searching({}, log))
  expect(() => ports.refuse('evil', 'x'.repeat(100_000))).toThrow('evil: xxx')
  expect(log.map((line) => line.length)).toEqual([1000])
})

test('drawings of one text have room together; what comes after stays code', async () => {
  const ports = createPluginPorts()
  const drawing = searching(Array(4).fill('x'.repeat(150_000)))
  ports.use('evil', {
    ...drawing,
    manifest: { ...drawing.manifest, kinds: ['render'], languages: ['big'] } as unknown as Manifest,
  })
  const blocks = ['a', 'b', 'c', 'd'].map((content) => ({ language: 'big', text: content }))
  const { html } = await ports.draw(blocks)
  expect(html.map((one) => one?.length)).toEqual([150_000, 150_000, 150_000, undefined])
})
