import { readdirSync, readFileSync } from 'node:fs'
import { actionRecord, requestPasswordReset } from '@askwell/contract/accounts.ts'
import { pluginHistory, restorePlugin } from '@askwell/contract/configuration.ts'
import { pluginConfig, plugins, savePluginConfig, setPluginStatus } from '@askwell/contract/plugins.ts'
import { pluginStatus } from '@askwell/contract/site.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginCalled } from '../../../../test/plugins.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../test/world.ts'
import { pictureCaptcha } from '../../../lib/picture-captcha.ts'
import { translate } from '../../../lib/messages.ts'

const SLUG = 'picture_captcha'
/** Slugs of the plugins that come along. */
const comingAlong = () => {
  const folder = new URL('../../../../../plugins/', import.meta.url)
  return readdirSync(folder).flatMap((name) => {
    const { askwell } = JSON.parse(readFileSync(new URL(`${name}/package.json`, folder), 'utf8')) as {
      askwell: { slug_name: string } | { slug_name: string }[]
    }
    return [askwell].flat().map(({ slug_name }) => slug_name)
  })
}
const REFUSED = { status: 400, reason: 'error.object.captcha_verification_failed' }

describe.each(engines)('plugins (%s)', (engine) => {
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

  const turn = async (enabled: boolean, plugin_slug_name = SLUG) => {
    const agreed = (await pluginCalled(w, admin, plugin_slug_name))?.powers.map(({ power }) => power)
    await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled, agreed } })
  }
  const reset = (shown: object = {}) =>
    w.nobody.call(requestPasswordReset, { body: { e_mail: 'nobody@example.com', ...shown } })
  const secretOf = async () =>
    (await w.app.db.selectFrom('captchas').select('secret').orderBy('expires_at', 'desc').execute()).at(0)!.secret

  test('are all off at first; the admin sees what there is, everybody what is on', async () => {
    expect(await w.nobody.call(pluginStatus)).toEqual([])
    const all = await w.as(admin).call(plugins)
    expect(all[0]).toMatchObject({
      slug_name: SLUG,
      name: 'Picture captcha',
      enabled: false,
      have_config: false,
      version: w.site.version,
    })
    expect(all.map(({ slug_name }) => slug_name).sort()).toEqual([SLUG, ...comingAlong()].sort())
    expect(all.filter(({ enabled }) => enabled)).toEqual([])
    expect(await w.as(admin).call(plugins, { query: { status: 'active' } })).toEqual([])
    expect(
      (await w.as(admin).call(plugins, { query: { have_config: false } })).map(({ slug_name }) => slug_name),
    ).toEqual([SLUG, 'chess', 'contrast', 'events', 'formulas', 'mermaid', 'wordpress'])
    await reset()
  })

  test('one that isn’t there can’t be switched on', async () => {
    await expect(turn(true, 'none')).rejects.toMatchObject({ status: 404, reason: 'error.plugin.not_found' })
  })

  test('the captcha asks from the moment it is on, and no longer once it is off', async () => {
    await turn(true)
    expect((await w.nobody.call(pluginStatus)).map(({ slug_name, enabled }) => [slug_name, enabled])).toEqual([
      [SLUG, true],
    ])
    await expect(reset()).rejects.toMatchObject(REFUSED)
    const shown = await w.nobody.call(actionRecord, { query: { action: 'email' } })
    expect(shown).toMatchObject({
      verify: true,
      captcha_question: '',
      captcha_img: expect.stringMatching(/^data:image\/png;base64,/),
    })
    await reset({ captcha_id: shown.captcha_id, captcha_code: (await secretOf()).toLowerCase() })
    await turn(false)
    await reset()
    expect(await w.nobody.call(actionRecord, { query: { action: 'email' } })).toMatchObject({ verify: false })
  })

  test('people who can’t see the picture answer a question in their language instead', async () => {
    await turn(true)
    const asked = await w.nobody.call(actionRecord, { query: { action: 'email', alternative: true } })
    expect(asked).toMatchObject({
      verify: true,
      captcha_img: '',
      captcha_question: expect.stringMatching(/^What is \w+ plus \w+\? Answer in digits\.$/),
    })
    await reset({ captcha_id: asked.captcha_id, captcha_code: ` ${await secretOf()} ` })
    await turn(false)
  })

  test('another process of the site follows', async () => {
    if (engine === 'sqlite') return // one process at a time
    const other = await neighbourOf(w)
    try {
      const verify = async () => (await other.nobody.call(actionRecord, { query: { action: 'email' } })).verify
      await turn(true)
      await expect.poll(verify).toBe(true)
      await turn(false)
      await expect.poll(verify).toBe(false)
    } finally {
      await other.close()
    }
  })

  describe('settings', () => {
    const read = (plugin_slug_name = 'oauth2') => w.as(admin).call(pluginConfig, { query: { plugin_slug_name } })
    const save = (config_fields: Record<string, unknown>, plugin_slug_name = 'oauth2') =>
      w.as(admin).call(savePluginConfig, { body: { plugin_slug_name, config_fields } })
    const valueOf = async (name: string) => (await read()).config_fields!.find((field) => field.name === name)!.value
    const kept = async () =>
      JSON.parse(
        (
          await w.app.db
            .selectFrom('settings')
            .select('value')
            .where('name', '=', 'plugin:oauth2')
            .executeTakeFirstOrThrow()
        ).value,
      ) as Record<string, unknown>
    const whole = {
      client_id: 'us',
      client_secret: 'secret-1',
      authorize_url: 'https://a.example/in',
      token_url: 'https://a.example/token',
      user_url: 'https://a.example/me',
    }

    test('of none and of one without any are empty', async () => {
      expect(await read('none')).toEqual({ slug_name: '', name: '', description: '', version: '', config_fields: null })
      expect(await read(SLUG)).toMatchObject({ slug_name: SLUG, config_fields: [] })
      await expect(save({}, 'none')).rejects.toMatchObject({ status: 404, reason: 'error.plugin.not_found' })
    })

    test('are a form made of data, with what is there at first', async () => {
      const { config_fields } = await read()
      expect(config_fields!.find(({ name }) => name === 'client_secret')).toMatchObject({
        type: 'input',
        required: true,
        value: '',
        title: 'Client secret',
        ui_options: { input_type: 'password' },
      })
      expect(await valueOf('path_external_id')).toBe('id')
    })

    test('that are wrong are all named, and nothing is kept', async () => {
      await expect(
        save({
          client_id: 7,
          authorize_url: 'http://a.example/in',
          token_url: '',
          user_url: 'x'.repeat(4001),
          scope: 'x'.repeat(4001),
        }),
      ).rejects.toMatchObject({
        status: 400,
        fields: ['authorize_url', 'client_id', 'client_secret', 'scope', 'token_url', 'user_url'],
      })
      expect(
        await w.app.db.selectFrom('settings').select('name').where('name', '=', 'plugin:oauth2').execute(),
      ).toEqual([])
    })

    test('are kept; a secret is never shown again, and stays where its mask comes back', async () => {
      await save({ ...whole, unknown: 1, ['__proto__']: 1 })
      expect(JSON.stringify(await read())).not.toContain('secret-1')
      const shown = await valueOf('client_secret')
      expect(shown).toMatch(/^\*+$/)
      await save({ client_secret: shown, client_id: ' they ' })
      expect(await kept()).toMatchObject({ ...whole, client_id: 'they' })
      expect(Object.keys(await kept())).not.toContain('unknown')
      await save({ client_secret: 'secret-2' })
      expect(await kept()).toMatchObject({ client_secret: 'secret-2' })
    })

    test('an address on another server takes its secrets anew, also where it comes back from the history', async () => {
      const refused = { status: 400, fields: ['client_secret'] }
      await save(whole)
      const token_url = 'https://b.example/token'
      await expect(save({ token_url })).rejects.toMatchObject(refused)
      await expect(save({ token_url, client_secret: await valueOf('client_secret') })).rejects.toMatchObject(refused)
      await expect(save({ emails_url: 'https://a.example:8443/mails' })).rejects.toMatchObject(refused)
      await save({ token_url: 'https://a.example/other' })
      expect(await kept()).toMatchObject({ client_secret: 'secret-1', token_url: 'https://a.example/other' })
      await save({ token_url, client_secret: 'secret-of-b' })
      const of = { plugin_slug_name: 'oauth2' }
      const { list, latest } = await w.as(admin).call(pluginHistory, { query: of })
      await expect(
        w.as(admin).call(restorePlugin, { body: { ...of, before: list[0]!.id, latest } }),
      ).rejects.toMatchObject(refused)
      await save(whole)
    })

    test('go back to how they were before a change; what is secret and whether it is on stay', async () => {
      const of = { plugin_slug_name: 'oauth2' }
      const history = () => w.as(admin).call(pluginHistory, { query: of })
      const restore = (before: string, latest: string) =>
        w.as(admin).call(restorePlugin, { body: { ...of, before, latest } })
      await save({ ...whole, client_id: 'first' })
      await save({ client_id: 'second', client_secret: 'secret-of-second' })
      await turn(true, 'oauth2')
      await save({ scope: 'email' })
      const { list, latest } = await history()
      expect(JSON.stringify(list)).not.toContain('secret-of-second')
      expect(list.every(({ action, name }) => action === 'plugin.changed' && name === 'oauth2')).toBe(true)
      await save({ scope: 'meanwhile' })
      await expect(restore(list[1]!.id, latest)).rejects.toMatchObject({
        status: 409,
        reason: 'error.settings.changed_meanwhile',
      })
      await restore(list[1]!.id, (await history()).latest)
      expect(await kept()).toMatchObject({ client_id: 'first', client_secret: 'secret-of-second', scope: '' })
      expect(
        (await w.as(admin).call(plugins, { query: { status: 'active' } })).map(({ slug_name }) => slug_name),
      ).toEqual(['oauth2'])
      await expect(restore('1', (await history()).latest)).rejects.toMatchObject({ status: 404 })
      await turn(false, 'oauth2')
      await save(whole)
    })

    test('take effect at once, and only where all that is needed is there', async () => {
      const offered = () => w.site.connectors.list().map(({ slug_name, name }) => [slug_name, name])
      await turn(true, 'oauth2')
      await turn(true, 'google') // not set up
      expect(offered()).toEqual([['oauth2', 'OAuth 2']])
      const on = await w.as(admin).call(plugins, { query: { status: 'active' } })
      expect(on.map(({ slug_name, set_up }) => [slug_name, set_up])).toEqual([
        ['oauth2', true],
        ['google', false],
      ])
      await save({ name: 'Our club' })
      expect(offered()).toEqual([['oauth2', 'Our club']])
      await turn(false, 'oauth2')
      await turn(false, 'google')
      expect(offered()).toEqual([])
    })

    test('sent by two at once: neither undoes what the other has changed', async () => {
      await Promise.all([save({ scope: 'one' }), save({ path_username: 'nick' })])
      expect(await kept()).toMatchObject({ scope: 'one', path_username: 'nick' })
    })
  })

  test('two switched at once: both choices are kept', async () => {
    await Promise.all([turn(true), turn(true), turn(false)])
    const on = (await w.nobody.call(pluginStatus)).map(({ slug_name }) => slug_name)
    expect(new Set(on).size).toBe(on.length)
    await turn(false)
  })
})

describe('the picture captcha', () => {
  test('is a small PNG, each time another, with letters that can’t be mixed up', async () => {
    const many = await Promise.all(
      Array.from({ length: 20 }, () => pictureCaptcha.challenge({ language: 'en_US', alternative: false })),
    )
    expect(new Set(many.map(({ picture }) => picture)).size).toBe(20)
    for (const { picture, secret } of many) {
      expect(secret).toMatch(/^[ACEHKLMNRTWXY347]{5}$/)
      const { format, width, height } = await sharp(Buffer.from(picture.split(',')[1]!, 'base64')).metadata()
      expect({ format, width, height }).toEqual({ format: 'png', width: 220, height: 80 })
      expect(picture.length).toBeLessThan(8_000)
    }
  })

  test.each([
    ['ACE47', 'ace47', true],
    ['ACE47', ' ace 47 ', true],
    ['ACE47', 'ＡＣＥ４７', true],
    ['ACE47', 'ACE4', false],
    ['ACE47', '', false],
    ['14', '14', true],
    ['14', '１４', true],
    ['14', '15', false],
  ])('solved %s by %j: %s', async (secret, typed, right) =>
    expect(await pictureCaptcha.solves(secret, typed)).toBe(right),
  )

  test.each(['en_US', 'de_DE'])('sums are asked in words, and right (%s)', async (language) => {
    const numbers = new Map(
      ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map((n) => [translate(language, `captcha.number_${n}`), n]),
    )
    for (let n = 0; n < 50; n++) {
      const { question, secret, picture } = await pictureCaptcha.challenge({ language, alternative: true })
      const said = question.split(/[\s?]+/).flatMap((word) => numbers.get(word) ?? [])
      expect(said).toHaveLength(2)
      expect(secret).toBe(String(said[0]! + said[1]!))
      expect(picture).toBe('')
      expect(question).not.toMatch(/\d/)
    }
  })
})
