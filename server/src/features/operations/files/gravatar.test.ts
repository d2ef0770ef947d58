import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { currentUser } from '@askwell/contract/accounts.ts'
import { profile } from '@askwell/contract/profiles.ts'
import { saveProfileSettings } from '@askwell/contract/site-settings.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { FetchRefused } from '../../../lib/outbound-http.ts'
import { updateUser } from '../../users/users/queries.ts'
import { keepGravatar, keepSomeGravatars } from './service.ts'
import { openFile } from './views.ts'

const hashOf = (e_mail: string) => createHash('sha256').update(e_mail).digest('hex')

describe.each(engines)('a picture from Gravatar (%s)', (engine) => {
  let w: World
  let asked: string[] = []
  /** What stands at Gravatar, by the hash of an address. */
  const pictures = new Map<string, Buffer>()
  let admin: TestUser
  const wish = (default_avatar: 'system' | 'gravatar') =>
    w.as(admin).call(saveProfileSettings, { body: { default_avatar } })
  const avatarOf = async ({ username }: TestUser) => (await w.nobody.call(profile, { query: { username } })).avatar
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  beforeEach(async () => {
    asked = []
    w.app.outbound = {
      post: async () => 201,
      request: () => Promise.reject(new Error('not asked')),
      fetch: async (address) => {
        asked.push(address)
        return pictures.get(/[0-9a-f]{64}/.exec(address)![0])
      },
    }
    await wish('gravatar')
    await keepSomeGravatars(w.app)
    asked = []
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const withPicture = async (name: string) => {
    pictures.set(
      hashOf(`${name}@example.com`),
      await sharp({ create: { width: 50, height: 40, channels: 3, background: '#36c' } })
        .png()
        .toBuffer(),
    )
    return w.given.member({ name })
  }

  test('is asked for by nobody where the site draws initials', async () => {
    await wish('system')
    const ann = await withPicture('ann')
    await keepSomeGravatars(w.app)
    expect(asked).toEqual([])
    expect(await avatarOf(ann)).toBe('')
  })

  test('is fetched once by the site, kept, and shown from an address that says nothing of the e-mail', async () => {
    const bea = await withPicture('bea')
    await keepSomeGravatars(w.app)
    await keepSomeGravatars(w.app)
    expect(asked.filter((address) => address.includes(hashOf('bea@example.com')))).toEqual([
      `https://www.gravatar.com/avatar/${hashOf('bea@example.com')}?s=1024&d=404&r=g`,
    ])
    const avatar = await avatarOf(bea)
    expect(avatar).toMatch(/^\/uploads\/avatar\/[\w-]{22}\.webp$/)
    const { headers, content } = await openFile(w.app, null, avatar)
    content!.destroy()
    expect(headers['content-type']).toBe('image/webp')
    expect(await w.as(bea).call(currentUser)).toMatchObject({
      avatar: { type: 'gravatar', gravatar: avatar, custom: '' },
    })
    const everything = JSON.stringify([
      await w.nobody.call(profile, { query: { username: 'bea' } }),
      await w.as(bea).call(currentUser),
    ])
    expect(everything).not.toContain(hashOf('bea@example.com'))
    expect(everything).not.toContain('gravatar.com')
  })

  test('leaves nothing behind where the member has chosen something else meanwhile', async () => {
    const ivy = await withPicture('ivy')
    await w.as(ivy).call(saveProfile, { body: { avatar: { type: 'gravatar', gravatar: '', custom: '' } } })
    const files = () => readdirSync(join(w.folder, 'uploads/avatar'))
    const rows = () =>
      w.app.db.selectFrom('files').select('path').where('user_id', '=', ivy.id).where('source', '=', 'avatar').execute()
    const before = files()
    const { fetch, ...others } = w.app.outbound
    w.app.outbound = {
      ...others,
      fetch: async (address, wanted) => {
        await w.app.transaction((tx) =>
          updateUser(tx.db, ivy.id, { avatar_type: 'custom', avatar_custom: '/uploads/avatar/own.png' }),
        )
        return fetch(address, wanted)
      },
    }
    await keepGravatar(w.app, ivy.id)
    expect(asked).toHaveLength(1)
    expect([files(), await rows()]).toEqual([before, []])
  })

  test('stays when the profile is saved as it is', async () => {
    const cleo = await withPicture('cleo')
    await keepSomeGravatars(w.app)
    const kept = await avatarOf(cleo)
    await w
      .as(cleo)
      .call(saveProfile, { body: { location: 'Here', avatar: { type: 'default', gravatar: '', custom: '' } } })
    await w
      .as(cleo)
      .call(saveProfile, { body: { location: 'There', avatar: (await w.as(cleo).call(currentUser))!.avatar } })
    expect(await avatarOf(cleo)).toBe(kept)
  })

  test('is fetched for who chooses it on a site that draws initials, and let go for another choice', async () => {
    await wish('system')
    const gil = await withPicture('gil')
    const choose = (type: 'default' | 'gravatar') =>
      w.as(gil).call(saveProfile, { body: { avatar: { type, gravatar: '', custom: '' } } })
    await choose('gravatar')
    await w.settle()
    const kept = await avatarOf(gil)
    expect(kept).toMatch(/^\/uploads\/avatar\//)
    await choose('gravatar')
    await w.settle()
    expect(asked.filter((address) => address.includes(hashOf('gil@example.com')))).toHaveLength(1)
    expect(await avatarOf(gil)).toBe(kept)
    await choose('default')
    expect(await avatarOf(gil)).toBe('')
    expect((await w.as(gil).call(currentUser))!.avatar).toEqual({ type: 'default', gravatar: '', custom: '' })
  })

  test('can’t be chosen where the site asks nowhere', async () => {
    const hal = await withPicture('hal')
    await w.as(admin).call(saveProfileSettings, { body: { default_avatar: 'system', gravatar_base_url: '' } })
    await expect(w.as(hal).call(saveProfile, { body: { avatar: { type: 'gravatar' } } })).rejects.toMatchObject({
      status: 400,
      fields: ['avatar'],
    })
    await w.settle()
    expect(asked).toEqual([])
    await w.as(admin).call(saveProfileSettings, { body: { gravatar_base_url: 'https://www.gravatar.com/avatar/' } })
  })

  test('that isn’t there, is no picture, or can’t be had is done without, and asked for no second time', async () => {
    const [dan, eve, fay] = [await w.given.member({ name: 'dan' }), await withPicture('eve'), await withPicture('fay')]
    pictures.set(hashOf('eve@example.com'), Buffer.from('<svg onload="alert(1)"/>'))
    const { fetch, ...others } = w.app.outbound
    w.app.outbound = {
      ...others,
      fetch: async (address, wanted) => {
        if (address.includes(hashOf('fay@example.com'))) throw new FetchRefused('took too long')
        return fetch(address, wanted)
      },
    }
    await keepSomeGravatars(w.app)
    for (const person of [dan, eve, fay]) expect(await avatarOf(person)).toBe('')
    asked = []
    await keepSomeGravatars(w.app)
    expect(asked).toEqual([])
  })
})
