import { expect, test } from 'vitest'
import type { Asking } from './running.ts'
import { createWidgets } from './widget.ts'

/** A plugin with one place, and a clock that the test turns. */
const given = (answer: (times: number) => unknown) => {
  let asked = 0
  let now = 0
  const plugins = {
    having: () => ['clock'],
    manifestOf: () => ({ places: ['home'], permissions: [] }),
    stateOf: () => '',
    ask: async () => answer(++asked),
  } as unknown as Asking
  const { widgets } = createWidgets(plugins, { now: () => now })
  return {
    times: () => asked,
    pass: (seconds: number) => void (now += 1000 * seconds),
    titles: async (language = 'en_US') => (await widgets({ place: 'home', language })).map(({ title }) => title),
  }
}
const saying = (title: string, more: object = {}) => ({ title, parts: [{ part: 'text', text: 'x' }], ...more })

test('an answer holds for as long as it says; then the last one is shown until there is another', async () => {
  const { titles, pass, times } = given((n) => saying(`no ${n}`, { seconds: 60 }))
  expect([await titles(), await titles()]).toEqual([['no 1'], ['no 1']])
  pass(59)
  expect([await titles(), times()]).toEqual([['no 1'], 1])
  pass(1)
  expect(await titles()).toEqual(['no 1'])
  expect([await titles(), times()]).toEqual([['no 2'], 2])
})

test('where it fails the last answer stays, and it is left in peace for a minute', async () => {
  const { titles, pass, times } = given((n) => {
    if (n === 2) throw new Error('out of order')
    return saying(`no ${n}`, { seconds: 30 })
  })
  await titles()
  pass(30)
  await titles()
  expect([await titles(), times()]).toEqual([['no 1'], 2])
  pass(60)
  await titles()
  expect([await titles(), times()]).toEqual([['no 3'], 3])
})

test('many who come at once ask once', async () => {
  const { titles, times } = given(() => new Promise((resolve) => setTimeout(resolve, 20, saying('one'))))
  expect(await Promise.all([titles(), titles(), titles()])).toEqual([['one'], ['one'], ['one']])
  expect(times()).toBe(1)
})

test('one that keeps a page waiting in vain keeps no other waiting until it has answered', async () => {
  const first = Promise.withResolvers<object>()
  const { titles } = given((n) => (n === 1 ? first.promise : n === 2 ? new Promise(() => {}) : saying(`no ${n}`)))
  const atOnce = (language: string) =>
    Promise.race([titles(language), new Promise((resolve) => setImmediate(resolve, 'waits'))])
  expect(await titles('en_US')).toEqual([])
  expect(await atOnce('de_DE')).toEqual([])
  first.resolve(saying('late'))
  expect(await atOnce('en_US')).not.toBe('waits')
  expect(await titles('en_US')).toEqual(['late'])
  expect(await titles('fr_FR')).toEqual(['no 3'])
})

test('what an answer says besides, such as another place or another plugin, is left out', async () => {
  const plugins = {
    having: () => ['evil'],
    manifestOf: () => ({ places: ['home'], permissions: [] }),
    stateOf: () => '',
    ask: async () => saying('T', { slug_name: 'another', object_id: '10010000000000001' }),
  } as unknown as Asking
  expect(await createWidgets(plugins).widgets({ place: 'home', language: 'en_US' })).toEqual([
    { slug_name: 'evil', ...saying('T') },
  ])
})

test('under posts, of which a page has many, a widget is shorter than elsewhere', async () => {
  const refused: string[] = []
  const long = { title: 'T', parts: Array.from({ length: 5 }, () => ({ part: 'text', text: 'x'.repeat(900) })) }
  const plugins = {
    having: () => ['long'],
    manifestOf: () => ({ places: ['home', 'post'], permissions: [] }),
    stateOf: () => '',
    ask: async () => long,
    refuse(_: string, why: string) {
      refused.push(why)
      throw new Error(why)
    },
  } as unknown as Asking
  const { widgets } = createWidgets(plugins)
  expect(await widgets({ place: 'home', language: 'en_US' })).toEqual([{ slug_name: 'long', ...long }])
  expect(await widgets({ place: 'post', language: 'en_US' })).toEqual([])
  expect(refused).toEqual(['its widget is too long'])
})
