import { join } from 'node:path'
import { ACCOUNT_RESTORE_DAYS } from '@askwell/contract/limits.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { readAll, readArchive } from '../../../../lib/archive.ts'
import { DAY } from '../../../../lib/clock.ts'
import { eraseLongDeleted } from '../../../users/users/effects.ts'
import { writeOwnArchive } from '../../exports/views.ts'

const KEEPER = `export default { async render(blocks, { storage }) {
  await storage.set('meetings', ['Monday'])
  for (const username of ['cy', 'di']) {
    await storage.set('tea:' + username, { likes: username + ' likes tea' }, { username })
    await storage.set('secret:' + username, 'the key of ' + username, { username })
  }
  return blocks.map(() => '<p>kept</p>')
} }`

describe.each(engines)('what a plugin keeps of a member (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  let cy: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    cy = await w.given.member({ name: 'cy' })
    await w.given.member({ name: 'di' })
    const askwell = { permissions: ['storage'], languages: ['keep'] }
    await sendPackage(w, admin, await pluginArchive({ slug_name: 'keeper', code: KEEPER, askwell }))
    await turnPlugin(w, admin, 'keeper', true)
    expect(await w.as(admin).call(renderPost, { body: { content: '```keep\nx\n```' } })).toContain('kept')
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const ownArchive = async ({ id }: TestUser) => {
    const place = join(w.folder, `${id}.tar.gz`)
    await writeOwnArchive(w.app, id, place)
    const files: Record<string, string> = {}
    for await (const { path, content } of readArchive(place)) files[path] = (await readAll(content)).toString()
    return files
  }
  const keys = async () =>
    (await w.app.db.selectFrom('plugin_storage').select('key').orderBy('key').execute()).map(({ key }) => key)

  test('is in their archive, without what is secret, of others or of the site', async () => {
    const files = await ownArchive(cy)
    expect(JSON.parse(files['plugin-data.json']!)).toEqual([
      { plugin: 'keeper', key: 'tea:cy', value: { likes: 'cy likes tea' }, updated_at: w.clock.now() },
    ])
    expect(Object.values(files).join('')).not.toMatch(/di likes tea|the key of|Monday/)
  })

  test('goes once their account is erased, not while it can be brought back, and nothing else does', async () => {
    const all = ['meetings', 'secret:cy', 'secret:di', 'tea:cy', 'tea:di']
    const setStatus = (status: 'deleted' | 'normal') =>
      w.as(admin).call(setUserStatus, { body: { user_id: String(cy.id), status } })
    await setStatus('deleted')
    w.clock.advance((ACCOUNT_RESTORE_DAYS - 1) * DAY)
    await eraseLongDeleted(w.app)
    expect(await keys()).toEqual(all)
    w.clock.advance(2 * DAY)
    await eraseLongDeleted(w.app)
    expect(await keys()).toEqual(['meetings', 'secret:di', 'tea:di'])
  })
})
