import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { readPackages } from '../../plugin-host/isolated/package-files.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { NOW, up } from './0140-agreed-user-centers.ts'

const FOLDER = join(import.meta.dirname, '../../../../plugins/openid-connect')
const FORMER = ['net:{issuer}', 'user_center']

test('what counts as agreed is all that the user center asks for', async () => {
  const center = (await readPackages(FOLDER)).find(({ manifest }) => manifest.slug_name === 'openid_center')!
  expect(powersOf(center.manifest)).toEqual(NOW)
})

describe.each(engines)('user centers that were on before (%s)', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let database: ReturnType<typeof connect>
  let db: Kysely<any>
  beforeEach(async () => {
    fresh = await freshDatabase(engine)
    database = connect(fresh.url)
    db = database.write as never as Kysely<any>
    await migrate(database.write)
  })
  afterEach(async () => {
    await database.close()
    await fresh.remove()
  })

  const save = (name: string, value: unknown) =>
    db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value), updated_at: 1 })
      .execute()
  const agreements = async () =>
    Object.fromEntries(
      (
        await db.selectFrom('settings').select(['name', 'value']).where('name', 'like', 'plugin_agreed:%').execute()
      ).map(({ name, value }): [string, unknown] => [name as string, JSON.parse(value as string)]),
    )

  test('go on; those that are off, or wait for an agreement, ask as before', async () => {
    const list = [2, 3, 4].map((n) => ({ slug_name: `openid_center_${n}`, of: 'openid_center', name: `Center ${n}` }))
    await save('plugin_instances', { list, last: { openid_center: 4 } })
    await save('plugins_on', ['openid_center', 'openid_center_2', 'openid_center_4', 'ntfy'])
    for (const name of ['openid_center', 'openid_center_2', 'openid_center_3'])
      await save(`plugin_agreed:${name}`, FORMER)
    await save('plugin_agreed:openid_center_4', ['user_center'])
    await save('plugin_agreed:ntfy', ['net:{server}', 'notification'])

    await up(db)

    expect(await agreements()).toEqual({
      'plugin_agreed:openid_center': NOW,
      'plugin_agreed:openid_center_2': NOW,
      'plugin_agreed:openid_center_3': FORMER,
      'plugin_agreed:openid_center_4': ['user_center'],
      'plugin_agreed:ntfy': ['net:{server}', 'notification'],
    })
  })

  test('are none on a site that has none', async () => {
    await up(db)
    expect(await agreements()).toEqual({})
  })
})
