import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'
import { kitWith } from './kit.js'

const show = (config, language = 'en_US') => plugin.widget({ place: 'home', language }, kitWith({ config }))

test('says how long it is until the day of the settings, in the language of the reader', () => {
  const { title, parts } = show({ day: '2999-12-31', link: 'https://example.org/' }, 'de_DE')
  assert.equal(title, 'Nächstes Treffen')
  const [{ figures }, { links }] = parts
  assert.match(figures[0].value, /^\d{6}$/)
  assert.deepEqual(links, [{ title: 'Mehr dazu', to: 'https://example.org/' }])
  assert.equal(show({ day: '2999-12-31' }).parts.length, 1)
})

test('shows nothing once the day is over, and where there is none', () => {
  assert.equal(show({ day: '2001-01-01' }), null)
  assert.equal(show({ day: 'soon' }), null)
})
