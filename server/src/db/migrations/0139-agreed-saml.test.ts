import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { readFolder } from '../../plugin-host/isolated/package-files.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { up } from './0139-agreed-saml.ts'

describe.each(engines)('SAML that was on before (%s)', (engine) => {
  test('goes on, one more of it too, with its settings and all that it asks for', async () => {
    const fresh = await freshDatabase(engine)
    const database = connect(fresh.url)
    const db = database.write as never as Kysely<any>
    try {
      await migrate(database.write)
      const saved = {
        plugins_on: ['picture_captcha', 'saml', 'saml_2', 'ntfy'],
        plugin_instances: { list: [{ slug_name: 'saml_2', of: 'saml', name: 'SAML 2 (2)' }], last: { saml: 2 } },
        'plugin:saml': { entry_point: 'https://idp.example/sso', certificate: 'MIIC' },
      }
      for (const [name, value] of Object.entries(saved))
        await db
          .insertInto('settings')
          .values({ name, value: JSON.stringify(value), updated_at: 1 })
          .execute()

      await up(db)

      const { manifest } = await readFolder(join(import.meta.dirname, '../../../../plugins/saml'))
      const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', 'like', 'plugin%').execute()
      expect(
        Object.fromEntries(rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value as string)])),
      ).toEqual({
        ...saved,
        'plugin_agreed:saml': powersOf(manifest),
        'plugin_agreed:saml_2': powersOf(manifest),
      })
    } finally {
      await database.close()
      await fresh.remove()
    }
  })
})
