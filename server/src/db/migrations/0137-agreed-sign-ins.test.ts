import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedSettings } from '../../../test/stored-settings.ts'
import { engines } from '../../../test/world.ts'
import { type PluginPackage, readPackages } from '../../plugin-host/isolated/package-files.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { FORMER, up } from './0137-agreed-sign-ins.ts'

const PLUGINS = join(import.meta.dirname, '../../../../plugins')

test('what counts as agreed is all that those who come along ask for', async () => {
  const found: PluginPackage[] = []
  for (const name of readdirSync(PLUGINS)) found.push(...(await readPackages(join(PLUGINS, name)).catch(() => [])))
  const asked = found.filter(({ manifest }) => Object.hasOwn(FORMER, manifest.slug_name))
  expect(Object.fromEntries(asked.map(({ manifest }) => [manifest.slug_name, powersOf(manifest)]))).toEqual(
    Object.fromEntries(Object.entries(FORMER).map(([name, { powers }]) => [name, powers])),
  )
})

describe.each(engines)('ways to sign in that were on before (%s)', (engine) => {
  let settings: Awaited<ReturnType<typeof storedSettings>>
  beforeEach(async () => {
    settings = await storedSettings(engine)
  })
  afterEach(() => settings.close())
  const all = () => settings.beginningWith('plugin')

  test('go on, one more of them too, in the networks that they could reach; those that were off ask', async () => {
    const club = { name: 'Club', token_url: 'https://10.0.0.7/token', client_secret: 's' }
    const list = [{ slug_name: 'oauth2_2', of: 'oauth2', name: 'OAuth 2 (2)' }]
    await settings.save('plugin_instances', { list, last: { oauth2: 2 } })
    await settings.save('plugins_on', ['picture_captcha', 'oauth2_2', 'github', 'ntfy', 'gone'])
    for (const name of ['oauth2', 'oauth2_2', 'github', 'ntfy']) await settings.save(`plugin:${name}`, club)

    await up(settings.db)

    expect(await all()).toEqual({
      plugin_instances: { list, last: { oauth2: 2 } },
      plugins_on: ['picture_captcha', 'oauth2_2', 'github', 'ntfy', 'gone'],
      'plugin:oauth2': club,
      'plugin:oauth2_2': { ...club, private_network: true },
      'plugin:github': club,
      'plugin:ntfy': club,
      'plugin_agreed:oauth2_2': FORMER.oauth2!.powers,
      'plugin_agreed:github': FORMER.github!.powers,
    })
  })

  test('are none on a site that has none', async () => {
    const before = await all()
    await up(settings.db)
    expect(await all()).toEqual(before)
  })
})
