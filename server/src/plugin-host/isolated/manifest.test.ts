import { describe, expect, test } from 'vitest'
import { callsOf } from '../../lib/plugin-ports/ports.ts'
import { powersOf, readManifests } from './manifest.ts'

const manifestWith = (askwell: object) => {
  const words = { en_US: { name: 'Club', description: 'Lets people in.' } }
  const config = [
    { name: 'server', kind: 'text' },
    { name: 'secret', kind: 'secret' },
  ]
  const all = { slug_name: 'club', api: '^1.1.0', kinds: ['connector'], config, words, ...askwell }
  return readManifests(JSON.stringify({ version: '1.0.0', askwell: all }))[0]!
}

describe('a connector', () => {
  test('sends people elsewhere and takes them back', () => {
    const manifest = manifestWith({ tried: 'server' })
    expect(callsOf(manifest.kinds, manifest)).toEqual(['connector.begin', 'connector.finish'])
    expect(powersOf(manifest)).toEqual(['connector'])
  })

  test('that asks for a password judges it, which an admin agrees to by itself', () => {
    const manifest = manifestWith({ asks_password: true, permissions: ['tcp:{server}'] })
    expect(callsOf(manifest.kinds, manifest)).toEqual(['connector.check'])
    expect(powersOf(manifest)).toEqual(['connector', 'passwords', 'tcp:{server}'])
  })

  test.each([
    [{ asks_password: 'yes' }, 'askwell.asks_password has to be true or false'],
    [{ tried: 'secret' }, 'askwell.tried names no setting of the kind address or text'],
    [{ permissions: ['tcp:{secret}'] }, '"tcp:{secret}" names no setting of the kind text'],
    [{ permissions: ['tcp:ldaps://ldap.example.org'] }, 'names no server'],
  ])('is refused with %j', (askwell, why) => expect(() => manifestWith(askwell)).toThrow(why))
})
