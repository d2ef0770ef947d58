import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { storedSettings } from '../../../test/stored-settings.ts'
import { engines } from '../../../test/world.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { readFolder } from '../../plugin-host/isolated/package-files.ts'
import { up } from './0139-agreed-saml.ts'

describe.each(engines)('SAML that was on before (%s)', (engine) => {
  test('goes on, one more of it too, with its settings and all that it asks for', async () => {
    const settings = await storedSettings(engine)
    try {
      const saved = {
        plugins_on: ['picture_captcha', 'saml', 'saml_2', 'ntfy'],
        plugin_instances: { list: [{ slug_name: 'saml_2', of: 'saml', name: 'SAML 2 (2)' }], last: { saml: 2 } },
        'plugin:saml': { entry_point: 'https://idp.example/sso', certificate: 'MIIC' },
      }
      for (const [name, value] of Object.entries(saved)) await settings.save(name, value)

      await up(settings.db)

      const { manifest } = await readFolder(join(import.meta.dirname, '../../../../plugins/saml'))
      expect(await settings.beginningWith('plugin')).toEqual({
        ...saved,
        'plugin_agreed:saml': powersOf(manifest),
        'plugin_agreed:saml_2': powersOf(manifest),
      })
    } finally {
      await settings.close()
    }
  })
})
