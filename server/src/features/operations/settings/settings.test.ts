import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { logInByEmail, registerByEmail, requestPasswordReset } from '@askwell/contract/accounts.ts'
import {
  privilegeSettings,
  roles,
  savePrivilegeSettings,
  saveSmtpSettings,
  smtpSettings,
  themeOptions,
} from '@askwell/contract/administration.ts'
import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { PRIVILEGES } from '@askwell/contract/privileges.ts'
import { questionPage } from '@askwell/contract/questions.ts'
import {
  languageOptions,
  languageWords,
  legalText,
  reasons,
  siteInfo,
  siteLanguageOptions,
  staffReasons,
} from '@askwell/contract/site.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import { permission } from '@askwell/contract/users.ts'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DEFAULTS, robotsServed } from './policy.ts'
import { addToCounter, counter } from './queries.ts'
import { writeSection } from './save-section.ts'

/** A mail server on this machine that writes down what it is told. */
const mailServer = async (wanted: { user?: string; pass?: string } = {}) => {
  const letters: Email[] = []
  const server = new SMTPServer({
    disabledCommands: wanted.user ? [] : ['AUTH'],
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: !wanted.user,
    onAuth: ({ username, password }, _session, done) =>
      username === wanted.user && password === wanted.pass
        ? done(null, { user: username })
        : done(new Error('no such user')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('refused')
        ? done(Object.assign(new Error('no such mailbox here'), { responseCode: 550 }))
        : done(),
    onData: (stream, _session, done) => {
      void buffer(stream)
        .then(async (bytes) => letters.push(await PostalMime.parse(bytes)))
        .finally(done)
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    letters,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((done) => server.close(done)),
  }
}

describe.each(engines)('the site (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let member: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    member = await w.given.member({ name: 'Ann' })
  })
  afterAll(() => w.close())

  const fieldsOf = (call: Promise<unknown>) =>
    call.then(
      () => {
        throw new Error('was not refused')
      },
      (error) => error.fields as string[],
    )

  describe('what a client starts with', () => {
    test('every section is there, as a new site has it', async () => {
      expect(await w.nobody.call(siteInfo)).toMatchObject({
        general: {
          name: 'World',
          site_url: 'http://world.example',
          contact_email: 'desk@example.com',
          check_update: true,
        },
        interface: { language: 'en_US' },
        branding: { logo: '' },
        login: {
          allow_new_registrations: true,
          allow_email_registrations: true,
          allow_password_login: true,
          login_required: false,
          allow_email_domains: [],
        },
        theme: {
          theme: 'default',
          theme_options: [{ label: 'Default', value: 'default' }],
          theme_config: { default: { primary_color: '#0033ff' } },
          color_scheme: '',
        },
        site_seo: { permalink: 2 },
        site_users: { default_avatar: 'system', allow_update_username: true },
        site_write: { restrict_answer: true, max_image_size: 4, max_attachment_size: 8, max_image_megapixel: 40 },
        site_legal: { external_content_display: 'always_display' },
        version: w.site.version,
        revision: expect.stringMatching(/^[0-9a-f]{12}$/),
      })
    })

    test('the mail server and its password are not part of it', async () => {
      expect(JSON.stringify(await w.nobody.call(siteInfo))).not.toContain('smtp')
    })

    test('robots are told what is not for them, and where everything else is listed', async () => {
      const { robots } = (await w.nobody.call(siteInfo)).site_seo
      expect(robots).toMatch(/^User-agent: \*\nDisallow: \/admin\n[^]*\nDisallow: \/\*\?code\*\n$/)
      const sitemap = '\nSitemap: http://world.example/sitemap.xml\n'
      expect(robotsServed(robots, 'http://world.example/', false)).toBe(robots + sitemap)
      expect(robotsServed(robots + sitemap, 'http://world.example', false)).toBe(robots + sitemap)
      expect(robotsServed(robots, 'http://world.example', true)).toBe(robots)
      const elsewhere = `${robots}\nSitemap: https://maps.example/our.xml\n`
      expect(robotsServed(elsewhere, 'http://world.example', false)).toBe(elsewhere)
      const empty = `${'\n'.repeat(400_000)}x`
      expect(robotsServed(empty, 'http://world.example', false)).toBe(empty + sitemap.replace('\n', '\n\n'))
    })

    test('the words of the pages are nested under ui', async () => {
      const words = (await w.nobody.call(languageWords)) as {
        ui: { ui: Record<string, string> }
        reasons: { base: Record<string, string> }
      }
      expect(words.ui.ui.cancel).toBe('Cancel')
      expect(words.reasons.base.success).toBe('Done.')
    })

    test('languages are offered under their own name, with how much is translated; members may take the site’s own', async () => {
      const forMembers = await w.nobody.call(languageOptions)
      expect(forMembers[0]).toEqual({ label: 'Default', value: 'Default', progress: 0 })
      expect(forMembers).toContainEqual({ label: 'English', value: 'en_US', progress: 100 })
      expect(await w.as(admin).call(siteLanguageOptions)).toEqual(forMembers.slice(1))
    })

    test('legal texts are there once they are written', async () => {
      expect(await w.nobody.call(legalText, { query: { info_type: 'tos' } })).toEqual({})
      await w.as(admin).call(settings.saveLegalSettings, {
        body: { terms_of_service_original_text: 'Be **kind**. <script>alert(1)</script>' },
      })
      const { terms_of_service_original_text, terms_of_service_parsed_text } = await w.nobody.call(legalText, {
        query: { info_type: 'tos' },
      })
      expect(terms_of_service_original_text).toBe('Be **kind**. <script>alert(1)</script>')
      expect(terms_of_service_parsed_text).toBe(
        '<p>Be <strong>kind</strong>. &lt;script&gt;alert(1)&lt;/script&gt;</p>',
      )
      expect(await w.nobody.call(legalText, { query: { info_type: 'privacy' } })).toEqual({})
    })

    test('reasons come in the order that existing clients know, with a remark where one is needed', async () => {
      const closing = await w.as(member).call(reasons, { query: { object_type: 'question', action: 'close' } })
      expect(closing.at(-1)).toMatchObject({
        reason_type: 59,
        name: 'Something else',
        description: 'The question has a problem that isn’t listed here.',
        placeholder: 'Say why the question is closed; everybody can read it',
      })
      const flags = await w.as(member).call(reasons, { query: { object_type: 'question', action: 'flag' } })
      expect(flags.map(({ reason_type, content_type }) => [reason_type, content_type])).toEqual([
        [57, ''],
        [58, ''],
        [59, 'textarea'],
        [60, 'text'],
      ])
      expect(
        flags.every(
          ({ name, description, content_type, placeholder }) =>
            name && description && Boolean(content_type) === Boolean(placeholder),
        ),
      ).toBe(true)
      expect(
        (await w.as(admin).call(staffReasons, { query: { object_type: 'user', action: 'status' } })).map(
          ({ reason_key }) => reason_key,
        ),
      ).toEqual(['reason.normal.user', 'reason.suspended', 'reason.deleted.user', 'reason.inactive'])
    })

    test('roles have the numbers that existing clients know', async () => {
      expect((await w.as(admin).call(roles)).map(({ id, name }) => [id, name])).toEqual([
        [1, 'Member'],
        [2, 'Admin'],
        [3, 'Moderator'],
      ])
      expect(await w.as(admin).call(themeOptions)).toEqual([{ label: 'Default', value: 'default' }])
    })
  })

  describe('settings', () => {
    test('are for admins', async () => {
      const moderator = await w.given.moderator()
      for (const who of [member, moderator])
        await expect(w.as(who).call(settings.generalSettings)).rejects.toMatchObject({ status: 403 })
      await expect(w.nobody.call(settings.saveGeneralSettings, { body: { name: 'Mine' } })).rejects.toMatchObject({
        status: 401,
      })
    })

    test('what is saved is read again, by everybody at once; what was not sent stays', async () => {
      const saved = await w.as(admin).call(settings.saveGeneralSettings, {
        body: { short_description: 'A place for questions', site_url: 'http://world.example/' },
      })
      expect(saved).toMatchObject({
        name: 'World',
        short_description: 'A place for questions',
        site_url: 'http://world.example',
      })
      expect(await w.as(admin).call(settings.generalSettings)).toEqual(saved)
      expect((await w.nobody.call(siteInfo)).general).toEqual(saved)
    })

    test('all wrong fields are named at once', async () => {
      expect(
        await fieldsOf(
          w
            .as(admin)
            .call(settings.saveGeneralSettings, { body: { name: '', site_url: 'not a url', contact_email: 'nope' } }),
        ),
      ).toEqual(['contact_email', 'name', 'site_url'])
    })

    test('every page comes back as it was sent, whole, like clients do', async () => {
      const change = async <T extends object>(
        read: () => Promise<T>,
        save: (body: T) => Promise<unknown>,
        changes: Partial<T>,
      ) => {
        const before = await read()
        await save({ ...before, ...changes })
        expect(await read()).toEqual({ ...before, ...changes })
      }
      const { call } = w.as(admin)
      await change(
        () => call(settings.interfaceSettings),
        (body) => call(settings.saveInterfaceSettings, { body }),
        { time_zone: 'Europe/Berlin' },
      )
      await change(
        () => call(settings.brandingSettings),
        (body) => call(settings.saveBrandingSettings, { body }),
        { logo: '/uploads/branding/abc.png', favicon: 'https://cdn.example/icon.png' },
      )
      await change(
        () => call(settings.writeSettings),
        (body) => call(settings.saveWriteSettings, { body }),
        {
          restrict_answer: false,
          max_image_size: 6,
          recommend_tags: [{ slug_name: 'support', display_name: 'support' }],
          authorized_attachment_extensions: ['pdf'],
        },
      )
      await change(
        () => call(settings.seoSettings),
        (body) => call(settings.saveSeoSettings, { body }),
        { permalink: 1, robots: 'User-agent: *\nDisallow: /' },
      )
      await change(
        () => call(settings.loginSettings),
        (body) => call(settings.saveLoginSettings, { body }),
        { allow_email_domains: ['example.com'] },
      )
      await change(
        () => call(settings.customCssHtml),
        (body) => call(settings.saveCustomCssHtml, { body }),
        { custom_css: '.zephyr { color: red }' },
      )
      await change(
        () => call(settings.themeSettings),
        (body) => call(settings.saveThemeSettings, { body }),
        {
          color_scheme: 'dark',
          theme_config: { default: { navbar_style: 'light', primary_color: '#aa3300' } },
        },
      )
      await change(
        () => call(settings.profileSettings),
        (body) => call(settings.saveProfileSettings, { body }),
        { allow_update_location: false, default_avatar: 'gravatar' },
      )
      await change(
        () => call(settings.legalSettings),
        (body) => call(settings.saveLegalSettings, { body }),
        { external_content_display: 'ask_before_display' },
      )
    })

    test.each([
      ['a language there is not', settings.saveInterfaceSettings, { language: 'xx_XX' }, ['language']],
      ['a time zone there is not', settings.saveInterfaceSettings, { time_zone: 'Mars/Olympus' }, ['time_zone']],
      ['a script as a logo', settings.saveBrandingSettings, { logo: 'javascript:alert(1)' }, ['logo']],
      [
        'a tag both recommended and reserved',
        settings.saveWriteSettings,
        { recommend_tags: [{ slug_name: 'both' }], reserved_tags: [{ slug_name: 'both' }] },
        ['recommend_tags'],
      ],
      [
        'an ending that grows in small letters',
        settings.saveWriteSettings,
        { authorized_image_extensions: ['İ'.repeat(20)], authorized_attachment_extensions: ['.PDF'] },
        ['authorized_image_extensions'],
      ],
      ['a fifth form of links', settings.saveSeoSettings, { permalink: 9, robots: '' }, ['permalink', 'robots']],
      [
        'a domain with spaces',
        settings.saveLoginSettings,
        { allow_email_domains: ['not a domain'] },
        ['allow_email_domains'],
      ],
      ['a theme there is not', settings.saveThemeSettings, { theme: 'neon' }, ['theme']],
      [
        'a colour that is a style sheet',
        settings.saveThemeSettings,
        { theme_config: { default: { navbar_style: '', primary_color: 'red}body{display:none' } } },
        ['primary_color'],
      ],
      ['a port out of range', saveSmtpSettings, { smtp_port: 99999 }, ['smtp_port']],
    ] as const)('%s is refused', async (_what, endpoint, body, fields) => {
      expect(await fieldsOf(w.as(admin).call(endpoint as Endpoint, { body }))).toEqual(fields)
    })
  })

  describe('privileges', () => {
    test('come in three levels and the admin’s own, each with all actions in order', async () => {
      const { options, selected_level } = await w.as(admin).call(privilegeSettings)
      expect(selected_level).toBe(2)
      expect(options.map(({ level }) => level)).toEqual([1, 2, 3, 99])
      for (const { privileges } of options)
        expect(privileges.map(({ key }) => key)).toEqual(Object.keys(PRIVILEGES).map((name) => `rank.${name}`))
      expect(options[1]!.privileges.find(({ key }) => key === 'rank.tag.add')).toEqual({
        key: 'rank.tag.add',
        label: 'Create a tag',
        value: 750,
      })
      expect(options[3]!.privileges).toEqual(options[1]!.privileges)
    })

    test('the admin’s own begin with those in force, and what isn’t said stays as it is', async () => {
      const own = async () => {
        const { options } = await w.as(admin).call(privilegeSettings)
        return Object.fromEntries(options[3]!.privileges.map(({ key, value }) => [key, value]))
      }
      const inForce = await own()
      expect(inForce['rank.tag.synonym']).toBe(10000)
      await w
        .as(admin)
        .call(savePrivilegeSettings, { body: { level: 99, custom_privileges: [{ key: 'rank.tag.add', value: 7 }] } })
      expect(await own()).toEqual({ ...inForce, 'rank.tag.add': 7 })
      expect((await w.as(member).call(permission, { query: { action: 'tag.synonym' } }))['tag.synonym']).toMatchObject({
        no_permission_tip: 'You need 10,000 reputation to do this.',
      })
      await w.app.transaction((tx) => writeSection(tx, 0, 'privileges', { level: 2, custom: {} }))
    })

    test('a level counts from the moment it is chosen', async () => {
      const may = async () =>
        await w.as(member).call(permission, { query: { action: 'tag.add,question.pin,nonsense' } })
      expect(await may()).toEqual({
        'tag.add': { has_permission: false, no_permission_tip: 'You need 750 reputation to do this.' },
        'question.pin': { has_permission: false, no_permission_tip: 'Only moderators can do this.' },
        nonsense: { has_permission: false, no_permission_tip: 'Only moderators can do this.' },
      })
      await w.as(admin).call(savePrivilegeSettings, { body: { level: 1 } })
      expect((await may())['tag.add']).toEqual({ has_permission: true, no_permission_tip: '' })
      await w
        .as(admin)
        .call(savePrivilegeSettings, { body: { level: 99, custom_privileges: [{ key: 'rank.tag.add', value: 7 }] } })
      expect((await may())['tag.add']).toEqual({
        has_permission: false,
        no_permission_tip: 'You need 7 reputation to do this.',
      })
      await w.as(admin).call(savePrivilegeSettings, { body: { level: 2 } })
      const { options, selected_level } = await w.as(admin).call(privilegeSettings)
      expect([selected_level, options[3]!.privileges.find(({ key }) => key === 'rank.tag.add')!.value]).toEqual([2, 7])
      expect(
        await fieldsOf(
          w.as(admin).call(savePrivilegeSettings, {
            body: { level: 99, custom_privileges: [{ key: 'rank.of.nothing', value: 7 }] },
          }),
        ),
      ).toEqual(['custom_privileges'])
    })
  })

  describe('mail', () => {
    test('goes through the server that is set up, and a test e-mail shows it', async () => {
      const server = await mailServer({ user: 'desk', pass: 'secret-of-the-desk' })
      const smtp = {
        from_email: 'desk@example.com',
        from_name: 'World Desk',
        smtp_host: '127.0.0.1',
        smtp_port: server.port,
        encryption: '' as const,
        smtp_username: 'desk',
        smtp_password: 'secret-of-the-desk',
        smtp_authentication: true,
      }
      const tried = await w
        .as(admin)
        .call(saveSmtpSettings, { body: { ...smtp, test_email_recipient: 'probe@example.com' } })
      const said = tried!.conversation
      expect(said[0]).toMatchObject({ by: 'server', text: expect.stringMatching(/^220 /) as string })
      expect(said).toContainEqual({ by: 'site', text: 'RCPT TO:<probe@example.com>' })
      expect(said).toContainEqual({ by: 'site', text: 'AUTH PLAIN …' })
      for (const secret of ['secret-of-the-desk', 'desk:', btoa('desk'), 'AGRlc2s'])
        expect(JSON.stringify(said)).not.toContain(secret)
      expect(server.letters[0]).toMatchObject({
        from: { name: 'World Desk', address: 'desk@example.com' },
        to: [{ address: 'probe@example.com' }],
        subject: 'Test e-mail from World',
      })

      const shown = await w.as(admin).call(smtpSettings)
      expect(shown).toEqual({ ...smtp, smtp_password: '********' })
      await w.as(admin).call(saveSmtpSettings, { body: { ...shown, from_name: 'The Desk' } })
      await w.nobody.call(requestPasswordReset, { body: { e_mail: 'admin@example.com' } })
      await w.settle()
      expect(server.letters[1]).toMatchObject({
        from: { name: 'The Desk' },
        to: [{ address: 'admin@example.com' }],
        subject: 'A new password for World',
      })
      expect(server.letters[1]!.text).toContain('http://world.example/users/password-reset?code=')

      const refused = await w
        .as(admin)
        .call(saveSmtpSettings, { body: { test_email_recipient: 'refused@example.com' } })
        .catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 400, reason: 'error.smtp.failed', data: { err_type: 'toast' } })
      const { conversation } = (refused as { data: { conversation: { by: string; text: string }[] } }).data
      expect(conversation).toContainEqual({ by: 'site', text: 'RCPT TO:<refused@example.com>' })
      expect(conversation.at(-1)).toMatchObject({ by: 'server', text: expect.stringMatching(/^5\d\d /) as string })
      expect(await w.as(admin).call(saveSmtpSettings, { body: { from_name: 'World Desk' } })).toBeNull()
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_password: 'wrong' } })
      await expect(
        w.as(admin).call(saveSmtpSettings, { body: { test_email_recipient: 'probe@example.com' } }),
      ).rejects.toMatchObject({ reason: 'error.smtp.failed' })
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_password: 'secret-of-the-desk' } })
      const before = await w.as(admin).call(smtpSettings)
      await expect(
        w.as(admin).call(saveSmtpSettings, {
          body: { ...before, smtp_password: 'wrong', from_name: 'Nobody', test_email_recipient: 'probe@example.com' },
        }),
      ).rejects.toMatchObject({ reason: 'error.smtp.failed' })
      expect(await w.as(admin).call(smtpSettings)).toEqual(before)
      await w.as(admin).call(saveSmtpSettings, { body: { test_email_recipient: 'probe@example.com' } })
      await server.close()
      for (const kept of [{}, { smtp_password: '********' }])
        await expect(
          w.as(admin).call(saveSmtpSettings, {
            body: { ...kept, smtp_host: 'localhost', test_email_recipient: 'probe@example.com' },
          }),
        ).rejects.toMatchObject({ fields: ['smtp_password'] })
      await w.as(admin).call(saveSmtpSettings, { body: { smtp_host: '' } })
    })

    test.runIf(engine === 'sqlite')(
      'a server that says nothing is what is named, and nothing is saved',
      async () => {
        const silent = createServer(() => {}).listen(0, '127.0.0.1')
        await once(silent, 'listening')
        const { port } = silent.address() as AddressInfo
        const refused = await w
          .as(admin)
          .call(saveSmtpSettings, {
            body: {
              smtp_host: '127.0.0.1',
              smtp_port: port,
              smtp_password: 'secret',
              test_email_recipient: 'probe@example.com',
            },
          })
          .catch((error: unknown) => error)
        silent.close()
        expect(refused).toMatchObject({ status: 400, reason: 'error.smtp.silent', data: { err_type: 'toast' } })
        expect((await w.as(admin).call(smtpSettings)).smtp_host).toBe('')
      },
      20_000,
    )

    test('begins with a port that fits the encryption', async () => {
      const fresh = DEFAULTS.smtp
      expect([fresh.smtp_port, fresh.encryption]).toEqual([465, 'SSL'])
    })
  })

  describe('a private site', () => {
    test('shows anonymous visitors only what they need to log in', async () => {
      await w.as(admin).call(settings.saveLoginSettings, { body: { login_required: true, allow_email_domains: [] } })
      await expect(w.nobody.call(questionPage, { query: {} })).rejects.toMatchObject({
        status: 401,
        reason: 'base.unauthorized_error',
      })
      expect((await w.nobody.call(siteInfo)).login.login_required).toBe(true)
      expect(await w.nobody.call(languageWords)).toHaveProperty('ui')
      expect(
        (await w.nobody.call(logInByEmail, { body: { e_mail: 'admin@example.com', pass: 'admin-password' } })).role_id,
      ).toBe(2)
      expect(
        (
          await w.nobody.call(registerByEmail, {
            body: { name: 'Guest One', e_mail: 'guest@example.com', pass: 'first-password' },
          })
        ).username,
      ).toBe('guest-one')
      expect((await w.as(member).call(questionPage, { query: {} })).count).toBe(2)
      await w.as(admin).call(settings.saveLoginSettings, { body: { login_required: false } })
      expect((await w.nobody.call(questionPage, { query: {} })).count).toBe(2)
    })

    test('shows nobody anything while it can’t be read that it is private', async () => {
      const { value } = await w.app.db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'login')
        .executeTakeFirstOrThrow()
      const save = (text: string) =>
        w.app.transaction(async (tx) => {
          await tx.db.updateTable('settings').set({ value: text }).where('name', '=', 'login').execute()
          await tx.emit('settings.changed', {
            actor_id: 0,
            object_type: 'user',
            object_id: 0,
            question_id: 0,
            name: 'login',
          })
        })
      await save(value.slice(0, -1))
      for (const person of [w.nobody, w.as(member)])
        await expect(person.call(questionPage, { query: {} })).rejects.toMatchObject({ status: 500, data: null })
      expect(new Set(w.faults.splice(0).map((fault) => (fault as Error).name))).toEqual(new Set(['SyntaxError']))
      await save(value)
      expect((await w.nobody.call(questionPage, { query: {} })).count).toBe(2)
    })
  })

  test('an address under the API that there is not answers in the envelope, in the language asked for', async () => {
    const reply = await w.server.inject({
      url: `${pathOf(siteInfo)}/nonsense`,
      headers: { 'accept-language': 'en_US' },
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { code: 404, reason: 'base.not_found_error', msg: 'There is nothing here.', data: null },
    ])
  })

  test('two admins who save the looks of a theme at the same time lose nothing of each other', async () => {
    const admin = await w.given.admin()
    const save = (look: { width?: 'wide' | 'narrow'; density?: 'compact' | 'roomy' }) =>
      w.as(admin).call(settings.saveThemeSettings, {
        body: { theme_config: { default: { navbar_style: 'light', primary_color: '#112233', ...look } } },
      })
    for (const [width, density] of [
      ['wide', 'compact'],
      ['narrow', 'roomy'],
      ['wide', 'compact'],
    ] as const) {
      await Promise.all([save({ width }), save({ density })])
      expect((await w.as(admin).call(settings.themeSettings)).theme_config.default).toMatchObject({ width, density })
    }
  })

  test('counters lose nothing when many add at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => w.app.transaction((tx) => addToCounter(tx.db, 'zephyrs', 2))))
    expect(await counter(w.app.db, 'zephyrs')).toBe(40)
    expect(await counter(w.app.db, 'never counted')).toBe(0)
  })

  test('nothing went wrong unnoticed', () => expect(w.faults).toEqual([]))
})
