import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { readPackages } from '../../plugin-host/isolated/package-files.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { FORMER, up } from './0138-agreed-directories.ts'

test('what counts as agreed is all that LDAP asks for', async () => {
  const [ldap] = await readPackages(join(import.meta.dirname, '../../../../plugins/ldap'))
  expect(powersOf(ldap!.manifest)).toEqual(FORMER.ldap!.powers)
})

test.each(engines)('a directory that is on goes on, in the network that it could reach (%s)', async (engine) => {
  const fresh = await freshDatabase(engine)
  const database = connect(fresh.url)
  try {
    await migrate(database.write)
    const db = database.write as never as Kysely<any>
    const save = (name: string, value: unknown) =>
      db
        .insertInto('settings')
        .values({ name, value: JSON.stringify(value), updated_at: 1 })
        .execute()
    const directory = { ldap_url: 'ldaps://10.0.0.7', bind_password: 'reads' }
    await save('plugins_on', ['ldap', 'oauth2'])
    for (const name of ['ldap', 'oauth2']) await save(`plugin:${name}`, directory)
    await up(db)
    const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', 'like', 'plugin%').execute()
    expect(Object.fromEntries(rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]))).toEqual({
      plugins_on: ['ldap', 'oauth2'],
      'plugin:ldap': { ...directory, private_network: true },
      'plugin:oauth2': directory,
      'plugin_agreed:ldap': FORMER.ldap!.powers,
    })
  } finally {
    await database.close()
    await fresh.remove()
  }
})
