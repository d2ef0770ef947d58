import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storedSettings } from '../../../test/stored-settings.ts'
import { engines } from '../../../test/world.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { readPackages } from '../../plugin-host/isolated/package-files.ts'
import { FORMER, up } from './0138-agreed-directories.ts'

test('what counts as agreed is all that LDAP asks for', async () => {
  const [ldap] = await readPackages(join(import.meta.dirname, '../../../../plugins/ldap'))
  expect(powersOf(ldap!.manifest)).toEqual(FORMER.ldap!.powers)
})

test.each(engines)('a directory that is on goes on, in the network that it could reach (%s)', async (engine) => {
  const settings = await storedSettings(engine)
  try {
    const directory = { ldap_url: 'ldaps://10.0.0.7', bind_password: 'reads' }
    await settings.save('plugins_on', ['ldap', 'oauth2'])
    for (const name of ['ldap', 'oauth2']) await settings.save(`plugin:${name}`, directory)
    await up(settings.db)
    expect(await settings.beginningWith('plugin')).toEqual({
      plugins_on: ['ldap', 'oauth2'],
      'plugin:ldap': { ...directory, private_network: true },
      'plugin:oauth2': directory,
      'plugin_agreed:ldap': FORMER.ldap!.powers,
    })
  } finally {
    await settings.close()
  }
})
