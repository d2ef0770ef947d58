import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedSettings } from '../../../test/stored-settings.ts'
import { engines } from '../../../test/world.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { readPackages } from '../../plugin-host/isolated/package-files.ts'
import { NOW, up } from './0140-agreed-user-centers.ts'

const FOLDER = join(import.meta.dirname, '../../../../plugins/openid-connect')
const FORMER = ['net:{issuer}', 'user_center']

test('what counts as agreed is all that the user center asks for', async () => {
  const center = (await readPackages(FOLDER)).find(({ manifest }) => manifest.slug_name === 'openid_center')!
  expect(powersOf(center.manifest)).toEqual(NOW)
})

describe.each(engines)('user centers that were on before (%s)', (engine) => {
  let settings: Awaited<ReturnType<typeof storedSettings>>
  beforeEach(async () => {
    settings = await storedSettings(engine)
  })
  afterEach(() => settings.close())
  const agreements = () => settings.beginningWith('plugin_agreed:')

  test('go on; those that are off, or wait for an agreement, ask as before', async () => {
    const list = [2, 3, 4].map((n) => ({ slug_name: `openid_center_${n}`, of: 'openid_center', name: `Center ${n}` }))
    await settings.save('plugin_instances', { list, last: { openid_center: 4 } })
    await settings.save('plugins_on', ['openid_center', 'openid_center_2', 'openid_center_4', 'ntfy'])
    for (const name of ['openid_center', 'openid_center_2', 'openid_center_3'])
      await settings.save(`plugin_agreed:${name}`, FORMER)
    await settings.save('plugin_agreed:openid_center_4', ['user_center'])
    await settings.save('plugin_agreed:ntfy', ['net:{server}', 'notification'])

    await up(settings.db)

    expect(await agreements()).toEqual({
      'plugin_agreed:openid_center': NOW,
      'plugin_agreed:openid_center_2': NOW,
      'plugin_agreed:openid_center_3': FORMER,
      'plugin_agreed:openid_center_4': ['user_center'],
      'plugin_agreed:ntfy': ['net:{server}', 'notification'],
    })
  })

  test('are none on a site that has none', async () => {
    await up(settings.db)
    expect(await agreements()).toEqual({})
  })
})
