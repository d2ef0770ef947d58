import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { describe, expect, test } from 'vitest'
import { fitsPlugin, groupsOf, pluginsAddress, readPluginFilter } from './plugin-filter.ts'

const plugin = (more: Partial<KnownPlugin> = {}): KnownPlugin => ({
  slug_name: 'chess',
  name: 'Schach für alle',
  description: 'Blocks become boards.',
  version: '1.0.0',
  link: '',
  enabled: false,
  have_config: false,
  set_up: true,
  source: 'site',
  kinds: ['render'],
  icon: '',
  origin: null,
  instance_of: '',
  have_instances: false,
  powers: [],
  hears: false,
  renders: true,
  fault: null,
  trouble: null,
  forbidden: [],
  ...more,
})
const origin = (newer: string) => ({ registry: 'https://r.example', name: 'a', private_network: false, newer })
const power = (name: string, agreed: boolean) => ({ power: name, words: '', agreed })

describe('groups of plugins', () => {
  test.each([
    [['connector'], ['signing_in']],
    [
      ['event', 'reviewer'],
      ['protection', 'telling'],
    ],
    [
      ['widget', 'render'],
      ['texts', 'pages'],
    ],
    [
      ['route', 'event', 'editor'],
      ['texts', 'pages', 'telling'],
    ],
    [['event', 'notification'], ['telling']],
    [['upload_store'], ['moving']],
    [['endpoint'], ['programs']],
    [['something new'], ['programs']],
    [[], ['broken']],
  ] as const)('%j is in %j', (kinds, groups) => expect(groupsOf({ kinds: [...kinds], powers: [] })).toEqual(groups))

  test('what makes accounts stands first where people sign in', () =>
    expect(groupsOf({ kinds: ['endpoint'], powers: [power('accounts', true)] })).toEqual(['signing_in', 'programs']))
})

describe('the filter of plugins', () => {
  test.each([
    ['', plugin(), true],
    ['q=SCHACH', plugin(), true],
    ['q=fur+boards', plugin(), true],
    ['q=chess', plugin(), true],
    ['q=chess+go', plugin(), false],
    ['kind=texts', plugin(), true],
    ['kind=search', plugin(), false],
    ['kind=pages', plugin({ kinds: ['render', 'widget'] }), true],
    ['kind=texts', plugin({ kinds: ['render', 'widget'] }), true],
    ['kind=nothing', plugin(), true],
    ['state=on', plugin(), false],
    ['state=on', plugin({ enabled: true }), true],
    ['state=off', plugin({ enabled: true }), false],
    ['state=faults', plugin({ enabled: true }), false],
    ['state=faults', plugin({ fault: { at: 1, message: 'it fell' } }), true],
    ['state=faults', plugin({ kinds: [] }), true],
    ['state=faults', plugin({ enabled: true, set_up: false }), true],
    ['state=faults', plugin({ set_up: false }), false],
    ['state=faults', plugin({ enabled: true, powers: [power('storage', false)] }), true],
    ['state=update', plugin({ origin: origin('') }), false],
    ['state=update', plugin({ origin: origin('2.0.0') }), true],
    ['q=boards&kind=texts&state=off', plugin(), true],
  ])('%s', (query, one, fits) => expect(fitsPlugin(one, readPluginFilter(new URLSearchParams(query)))).toBe(fits))

  test('stands in the address, beside a dialog', () => {
    const filter = readPluginFilter(new URLSearchParams('state=on&agree=other&q=a%26b'))
    expect(pluginsAddress(filter)).toBe('/admin/installed-plugins?q=a%26b&state=on')
    expect(pluginsAddress(filter, { agree: 'chess' })).toBe('/admin/installed-plugins?q=a%26b&state=on&agree=chess')
    expect(pluginsAddress({ q: '', kind: '', state: '' })).toBe('/admin/installed-plugins')
  })
})
