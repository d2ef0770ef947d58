import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FormField, PluginPagePart } from '@askwell/contract/plugin-pages.ts'
import { HEARD_EVENTS, PLUGIN_KINDS } from '@askwell/plugin-kit'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { captchaOf } from './captcha.ts'
import { createEmbedding } from './embed.ts'
import { CALLS, PORT_KEYS, type PortKeys, powersOfPorts } from './ports.ts'
import { createDrawing } from './render.ts'
import type { Asking } from './running.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/plugins.md'), 'utf8')
/** The first cell of each row under a heading, and all its cells. */
const rowsUnder = (heading: string) =>
  docs
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))

test('the docs say of each function when it is called, with what, and the time that it really has', () => {
  expect(rowsUnder('Ports').map(([name, , , , time]) => [name, time])).toEqual(
    Object.entries(CALLS).map(([name, { ms }]) => [`\`${name}\``, `${ms / 1000} s`]),
  )
})

test('the docs name every key of the manifest that ports have', () => {
  const keys = rowsUnder('The manifest').map(([name]) => name)
  for (const key of PORT_KEYS) expect(keys).toContain(`\`${key}\``)
})

test('the docs name every event that plugins hear of', () => {
  const named = rowsUnder('Events').flatMap(([events]) => [...events!.matchAll(/`(.+?)`/g)].map(([, event]) => event))
  expect(named).toEqual(HEARD_EVENTS)
})

interface Fields {
  properties?: Record<string, Fields & { const?: string }>
  items?: Fields
}
/** All names of fields in it, of the lists in it too. */
const fieldsIn = ({ properties = {}, items }: Fields): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [name, ...(name === 'fields' ? [] : fieldsIn(inner))]),
  ...(items ? fieldsIn(items) : []),
]

test('the docs name all parts of pages, with all their fields', () => {
  const parts = new Map(
    (PluginPagePart.anyOf as unknown as Fields[]).map((part) => [`\`${part.properties!.part!.const!}\``, part]),
  )
  parts.set('a field', FormField as unknown as Fields)
  const rows = docs.split('\n## Parts of widgets and pages\n')[1]!.split('\n')
  const missing = [...parts].flatMap(([name, part]) => {
    const row = rows.find((line) => line.startsWith(`| ${name} `)) ?? ''
    return fieldsIn(part).filter((field) => field !== 'part' && !new RegExp(`\`${field}\\??\``).test(row))
  })
  expect(missing).toEqual([])
})

test('what the docs give as an example of parts is what a site takes', async () => {
  const [, code = ''] = docs.split('\n## Parts of widgets and pages\n')[1]!.split(/```(?:js)?\n/)
  const alone = code.replace("import { plugin } from '@askwell/plugin-kit'", 'const plugin = (parts) => parts')
  const { default: example } = (await import(`data:text/javascript,${encodeURIComponent(alone)}`)) as {
    default: { widget(asked: object): unknown; route: { page(asked: object): unknown } }
  }
  const [shown, page] = [example.widget({ place: 'home' }), example.route.page({ path: '/' })]
  expect([...Compile(CALLS.widget.answer).Errors(shown), ...Compile(CALLS['route.page'].answer).Errors(page)]).toEqual(
    [],
  )
  expect([shown, page]).not.toContain(null)
})

test('each function belongs to a kind that the kit knows', () => {
  for (const name of Object.keys(CALLS)) expect(PLUGIN_KINDS).toContain(name.split('.')[0])
})

test('whose scripts may run where captchas are asked is agreed to, host by host', () => {
  const widget = {
    script: 'https://js.example.org/api.js',
    sources: ['https://js.example.org', 'https://cdn.example.net', 'https://*.example.com'],
    class: 'widget',
    height: 80,
  }
  expect(powersOfPorts(['captcha'], { widget } as PortKeys)).toEqual([
    'captcha',
    'widget:js.example.org',
    'widget:cdn.example.net',
    'widget:*.example.com',
  ])
})

test('captchas that two who ask at once get too many of are all used, before the plugin makes more', async () => {
  let made = 0
  const plugins = {
    stateOf: () => '',
    ask: async () => Array.from({ length: 5 }, () => ({ question: 'What?', secret: String(++made) })),
  } as unknown as Asking
  const { challenge } = captchaOf(plugins, 'riddles')
  const secret = async () => Number((await challenge({ language: 'en_US', alternative: true, scripts: true }))!.secret)
  const given = await Promise.all([secret(), secret()])
  while (given.length < 10) given.push(await secret())
  expect(given.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('what only a script of a service could show is nothing to be solved, where the manifest names no such script', async () => {
  const plugins = (widget: object | undefined) =>
    ({
      stateOf: () => '',
      manifestOf: () => ({ widget }),
      refuse(_: string, why: string) {
        throw new Error(why)
      },
      ask: async () => [{ site_key: 'key', secret: 'x' }],
    }) as unknown as Asking
  const asked = { language: 'en_US', alternative: false, scripts: true }
  await expect(captchaOf(plugins(undefined), 'keys').challenge(asked)).rejects.toThrow('nothing to be solved')
  expect(await captchaOf(plugins({}), 'keys').challenge(asked)).toMatchObject({ site_key: 'key' })
})

test('what a plugin drew or embedded counts, though it was set up anew before it had answered', async () => {
  let state = 'before'
  const answering = (answer: unknown) =>
    ({
      having: () => ['video'],
      awaited: () => [],
      manifestOf: () => ({ languages: ['video'], hosts: ['video.example.org'], frames: [] }),
      stateOf: () => state,
      async ask() {
        state += ' after'
        return answer
      },
    }) as unknown as Asking
  const { draw } = createDrawing(answering(['<p>drawn</p>']))
  expect(await draw([{ language: 'video', text: 'x' }])).toEqual({ html: ['<p>drawn</p>'], isWhole: true })
  const address = 'https://video.example.org/1'
  const { embed } = createEmbedding(answering([{ title: 'Video' }]))
  expect(await embed([address])).toEqual({ embedded: [{ title: 'Video', address }], isWhole: true })
})
