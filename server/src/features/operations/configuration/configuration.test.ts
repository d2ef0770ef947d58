import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import * as contract from '@askwell/contract/configuration.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { SECTIONS } from '../settings/policy.ts'
import { writeSection } from '../settings/save-section.ts'
import { siteSettings } from '../settings/views.ts'
import { SETTING_FIELDS } from './fields.ts'
import { fieldsOf } from './sections.ts'
import { setOne } from './service.ts'

describe.each(engines)('settings as a whole (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const say = (short_description: string) =>
    w.as(admin).call(settings.saveGeneralSettings, { body: { short_description } })
  const now = async () => (await siteSettings(w.app)).general
  const history = (sections = 'general,notifications') =>
    w.as(admin).call(contract.settingsHistory, { query: { sections } })
  const restore = (before: string, latest: string, sections = 'general,notifications') =>
    w.as(admin).call(contract.restoreSettings, { body: { sections, before, latest } })
  const read = async () => (await w.as(admin).call(contract.exportSettings)).file
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('it was accepted'),
      (error: unknown) => error,
    )

  describe('history', () => {
    test('a page goes back to how it was before any change, and that is a change itself', async () => {
      await say('one')
      await say('two')
      await w.as(admin).call(settings.saveNotificationSettings, { body: { notification_days: 7 } })
      await say('three')
      const { list, latest } = await history()
      expect(list.slice(0, 4).map(({ name }) => name)).toEqual(['general', 'notifications', 'general', 'general'])
      await restore(list[2]!.id, latest)
      expect(await now()).toMatchObject({ short_description: 'one', name: 'World' })
      expect((await siteSettings(w.app)).notifications).toEqual({ notification_days: 365 })
      const after = await history()
      expect(after.list).toHaveLength(list.length + 2)
      await restore(after.list[1]!.id, after.latest)
      expect(await now()).toMatchObject({ short_description: 'three' })
    })

    test('it is refused if somebody has changed the page meanwhile', async () => {
      await say('seen')
      const { list, latest } = await history()
      await say('changed meanwhile')
      expect(await refusal(restore(list[0]!.id, latest))).toMatchObject({
        status: 409,
        reason: 'error.settings.changed_meanwhile',
      })
      expect(await now()).toMatchObject({ short_description: 'changed meanwhile' })
    })

    test('what would no longer be accepted is not brought back', async () => {
      await w.as(admin).call(settings.saveInterfaceSettings, { body: { time_zone: 'Asia/Tokyo' } })
      const { list, latest } = await history('interface')
      await w.app.transaction(({ db }) =>
        db
          .updateTable('audit_entries')
          .set({ before: JSON.stringify({ time_zone: 'Mars/Phobos' }) })
          .where('id', '=', Number(list[0]!.id))
          .execute(),
      )
      expect(await refusal(restore(list[0]!.id, latest, 'interface'))).toMatchObject({ fields: ['time_zone'] })
      expect((await siteSettings(w.app)).interface.time_zone).toBe('Asia/Tokyo')
      await w.as(admin).call(settings.saveInterfaceSettings, { body: { time_zone: 'UTC' } })
    })

    test('secrets stay as they are, and go to no other address', async () => {
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_host: 'a.example', smtp_password: 'the-first-secret' } })
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_host: 'b.example', smtp_password: 'the-other-secret' } })
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_port: 2525 } })
      const { list, latest } = await history('smtp')
      await restore(list[0]!.id, latest, 'smtp')
      expect((await siteSettings(w.app)).smtp).toMatchObject({
        smtp_host: 'b.example',
        smtp_password: 'the-other-secret',
      })
      const { latest: now } = await history('smtp')
      await restore(list[1]!.id, now, 'smtp')
      expect((await siteSettings(w.app)).smtp).toMatchObject({ smtp_host: 'a.example', smtp_password: '' })
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_password: 'the-other-secret' } })
    })
  })

  describe('the file', () => {
    test('it has every section without secrets, and changes nothing where it came from', async () => {
      const file = await read()
      for (const section of SECTIONS) expect(file).toContain(`  ${section}:`)
      expect(file).not.toContain('the-other-secret')
      expect(file).not.toContain('parsed_text')
      expect(await w.as(admin).call(contract.compareSettings, { body: { file } })).toMatchObject({
        changes: null,
        sections: [],
      })
      expect(await w.as(admin).call(contract.importSettings, { body: { file } })).toEqual({ sections: [] })
    })

    test('it is compared, then taken over as a whole; JSON will do', async () => {
      const file = JSON.stringify({
        settings: { general: { short_description: 'from a file' }, write: { max_image_size: 9 } },
      })
      const { sections, state, changes } = await w.as(admin).call(contract.compareSettings, { body: { file } })
      expect(sections).toEqual(['general', 'write'])
      expect(JSON.stringify(changes)).toContain('max_image_size')
      await w.as(admin).call(contract.importSettings, { body: { file, state } })
      expect(await now()).toMatchObject({ short_description: 'from a file', name: 'World' })
      expect((await siteSettings(w.app)).write.max_image_size).toBe(9)
      expect((await history('write')).list[0]).toMatchObject({ action: 'setting.changed', name: 'write' })
    })

    test('another address in it doesn’t get the secrets that were typed for the former one', async () => {
      const { search: before } = await siteSettings(w.app)
      await w.app.transaction((tx) =>
        writeSection(tx, 0, 'search', { embeddings_url: 'https://a.example/v1', embeddings_secret: 'key-for-a' }),
      )
      const bring = (file: string) => w.as(admin).call(contract.importSettings, { body: { file } })
      const secrets = async () => {
        const { search, smtp } = await siteSettings(w.app)
        return [search.embeddings_secret, smtp.smtp_password]
      }
      await bring('settings: { search: { embeddings_url: https://a.example/v2 }, smtp: { smtp_port: 26 } }')
      expect(await secrets()).toEqual(['key-for-a', 'the-other-secret'])
      const file = `settings:
  search: { embeddings_url: https://b.example/v1, embeddings_secret: (secret) }
  smtp: { smtp_host: c.example, smtp_password: (secret) }`
      const { changes } = await w.as(admin).call(contract.compareSettings, { body: { file } })
      expect(JSON.stringify(changes)).not.toContain('another secret')
      await bring(file)
      expect(await secrets()).toEqual(['', ''])
      await setOne(w.app, { section: 'search', field: 'embeddings_secret', value: 'key-for-b' })
      await setOne(w.app, { section: 'search', field: 'embeddings_url', value: 'https://c.example/v1' })
      expect(await secrets()).toEqual(['', ''])
      await bring('settings: { smtp: { smtp_host: d.example, smtp_password: the-other-secret } }')
      expect(await secrets()).toEqual(['', 'the-other-secret'])
      await w.app.transaction((tx) => writeSection(tx, 0, 'search', before))
    })

    test('one fault, and nothing is taken over; each is named', async () => {
      const file = `settings:
  general:
    short_description: not this
    colour: green
  smtp:
    smtp_port: many
  weather: { rain: true }
`
      const error = (await refusal(w.as(admin).call(contract.importSettings, { body: { file } }))) as { data: unknown }
      const words = JSON.stringify(error.data)
      for (const name of ['general.colour', 'smtp.smtp_port', 'weather']) expect(words).toContain(name)
      expect(await now()).not.toMatchObject({ short_description: 'not this' })
    })

    test('a file of sixty thousand entries holds nobody up, and is refused on its field', async () => {
      const file = `settings:\n${Array.from({ length: 60_000 }, (_, n) => ` k${n}: 1`).join('\n')}`
      let longest = 0
      let last = performance.now()
      const timer = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 20)
      const error = await refusal(w.as(admin).call(contract.compareSettings, { body: { file } }))
      clearInterval(timer)
      expect(error).toMatchObject({
        status: 400,
        fields: ['file'],
        data: [{ error_msg: expect.stringContaining('entries') }],
      })
      expect(longest).toBeLessThan(2000)
    })

    test('what is no file of settings is refused on its field', async () => {
      const bomb = `a: &a [x, x]\nb: &b [*a, *a]\nsettings: { general: *b }`
      for (const file of ['settings: [', 'nothing', '- 1', bomb])
        expect(await refusal(w.as(admin).call(contract.compareSettings, { body: { file } }))).toMatchObject({
          fields: ['file'],
        })
    })

    test('it is refused if the settings are others than when it was compared', async () => {
      const file = 'settings: { general: { short_description: mine } }'
      const { state } = await w.as(admin).call(contract.compareSettings, { body: { file } })
      await say('theirs')
      expect(await refusal(w.as(admin).call(contract.importSettings, { body: { file, state } }))).toMatchObject({
        reason: 'error.settings.changed_meanwhile',
      })
      expect(await now()).toMatchObject({ short_description: 'theirs' })
    })

    test('of several imports at once that compared the same state, one is taken over', async () => {
      const file = (n: number) => `settings: { general: { short_description: at once ${n} } }`
      const { state } = await w.as(admin).call(contract.compareSettings, { body: { file: file(0) } })
      const all = await Promise.allSettled(
        [1, 2, 3, 4].map((n) => w.as(admin).call(contract.importSettings, { body: { file: file(n), state } })),
      )
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('an admin without a second factor can’t ask one of all staff by a file either', async () => {
      const file = 'settings: { login: { staff_second_factor: true } }'
      expect(await refusal(w.as(admin).call(contract.importSettings, { body: { file } }))).toMatchObject({
        fields: ['staff_second_factor'],
      })
    })
  })

  describe('search', () => {
    const find = async (query: string) =>
      (await w.as(admin).call(contract.searchSettings, { query: { query } })).map(
        ({ section, field }) => `${section}.${field}`,
      )

    test('every setting can be found', () => {
      const named = new Set(SETTING_FIELDS.map(({ section, field }) => `${section}.${field}`))
      const all = SECTIONS.flatMap((section) => fieldsOf(section).map((field) => `${section}.${field}`))
      expect(all.filter((name) => !named.has(name) && name !== 'privileges.custom')).toEqual([])
    })

    test('by name, by meaning, by value, in the language of the admin', async () => {
      expect((await find('port'))[0]).toBe('smtp.smtp_port')
      expect(await find('mail server')).toContain('smtp.smtp_host')
      expect(await find('theirs')).toEqual([])
      await say('Questions about beer')
      expect(await find('beer')).toEqual(['general.short_description'])
      expect(await find('dark mode')).toContain('theme.color_scheme')
      expect(await find('smtp_username')).toEqual(['smtp.smtp_username'])
      expect(await find('')).toEqual([])
      expect(await find('the-other-secret')).not.toContain('smtp.smtp_password')
    })
  })
})
