import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { type PluginPackage, readPackages } from '../../plugin-host/isolated/package-files.ts'
import { powersOf } from '../../plugin-host/isolated/manifest.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
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
  const all = async () =>
    Object.fromEntries(
      (await db.selectFrom('settings').select(['name', 'value']).where('name', 'like', 'plugin%').execute()).map(
        ({ name, value }): [string, unknown] => [name as string, JSON.parse(value as string)],
      ),
    )

  test('go on, one more of them too, in the networks that they could reach; those that were off ask', async () => {
    const club = { name: 'Club', token_url: 'https://10.0.0.7/token', client_secret: 's' }
    const list = [{ slug_name: 'oauth2_2', of: 'oauth2', name: 'OAuth 2 (2)' }]
    await save('plugin_instances', { list, last: { oauth2: 2 } })
    await save('plugins_on', ['picture_captcha', 'oauth2_2', 'github', 'ntfy', 'gone'])
    for (const name of ['oauth2', 'oauth2_2', 'github', 'ntfy']) await save(`plugin:${name}`, club)

    await up(db)

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
    await up(db)
    expect(await all()).toEqual(before)
  })
})
