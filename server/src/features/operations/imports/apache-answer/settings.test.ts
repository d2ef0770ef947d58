import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { questionThread } from '@askwell/contract/threads.ts'
import { restoreSettings, settingsHistory } from '@askwell/contract/configuration.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnswerSite, answerSite, Q } from '../../../../../test/answer-site.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { siteSettings } from '../../settings/views.ts'
import { writeSection } from '../../settings/save-section.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'

const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
const WORDS = 'These are **our** terms.'

/** As the first versions and the present one keep them. */
const OLD = {
  general: {
    name: 'Brewers',
    short_description: 'All about beer',
    description: 'Questions about brewing.',
    site_url: 'https://old.example',
    contact_email: 'desk@old.example',
    check_update: false,
  },
  interface: { language: 'de_DE', time_zone: 'Europe/Berlin', default_avatar: 'system' },
  branding: { logo: 'https://old.example/uploads/branding/logo.png', mobile_logo: '', square_icon: '', favicon: '' },
  write: {
    restrict_answer: false,
    required_tag: true,
    recommend_tags: [{ slug_name: 'stout', display_name: 'Stout' }],
    reserved_tags: ['staff-only'],
    max_image_size: 7,
    authorized_attachment_extensions: ['pdf'],
  },
  questions: { min_tags: 2, min_content: 6 },
  legal: {
    terms_of_service_original_text: WORDS,
    terms_of_service_parsed_text: '<script>alert(1)</script>',
    external_content_display: 'ask_before_display',
  },
  login: {
    allow_new_registrations: false,
    allow_email_registrations: true,
    allow_password_login: false,
    login_required: false,
    allow_email_domains: ['old.example'],
  },
  theme: {
    theme: 'default',
    theme_config: { default: { navbar_style: '#112233', primary_color: '#884400' } },
    color_scheme: 'dark',
  },
  'css-html': {
    custom_css: 'body { margin: 0 }',
    allow_scripts: true,
    custom_head: '<script>alert(1)</script>',
    custom_header: '<p>Hello</p>',
  },
  seo: { permalink: 1, robots: 'User-agent: *\nDisallow: /admin\nSitemap: https://old.example/sitemap.xml' },
  privileges: {
    level: 99,
    custom_privileges: [
      { key: 'rank.question.add', label: '', value: 5 },
      { key: 'rank.unknown', value: 3 },
    ],
  },
  users: { allow_update_username: false },
  ai: { enabled: true },
}

describe.each(engines)('the settings of a site of Apache Answer (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let old: AnswerSite
  let admin: TestUser
  beforeEach(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    folder = mkdtempSync(join(tmpdir(), 'askwell-answer-'))
    mkdirSync(join(folder, 'uploads/branding'), { recursive: true })
    writeFileSync(
      join(folder, 'uploads/branding/logo.png'),
      await sharp({ create: { width: 40, height: 20, channels: 3, background: '#804020' } })
        .png()
        .toBuffer(),
    )
    old = answerSite(folder)
    old.put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'ann@old.example' })
    old.put('question', { id: Q(600), title: 'How warm should a stout be?' })
  })
  afterEach(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const put = (settings: Record<string, object>) => {
    for (const [type, content] of Object.entries(settings))
      old.put('site_info', { type, content: JSON.stringify(content) })
    old.close()
  }
  const dump = () => ({ folder, site: 'old.example' })

  test('come with the community into a new site, once, with a history; what has no place here is named', async () => {
    put(OLD)
    const trial = await tryDump(w.app, dump(), doing)
    expect((await siteSettings(w.app)).general.name).toBe('World')
    const report = await importDump(w.app, dump(), doing)
    expect(report.files.setting).toEqual(trial.files.setting)
    expect(report.complaints).toEqual([])
    expect(report.remarks.map(({ problem }) => problem)).toEqual([
      'general.site_url is that of this site',
      'questions.min_tags has no equivalent here',
      'questions.min_content has no equivalent here',
      'login.allow_password_login stays, or nobody could log in before another way to do so is set up',
      'css-html.allow_scripts has no equivalent here',
      'ai.enabled has no equivalent here',
    ])
    const now = await siteSettings(w.app)
    expect(now.general).toMatchObject({ name: 'Brewers', site_url: 'http://world.example', check_update: false })
    expect(now.interface).toEqual({ language: 'de_DE', time_zone: 'Europe/Berlin' })
    expect(now.branding.logo).toMatch(/^http:\/\/world\.example\/uploads\/branding\//)
    expect(now.write).toMatchObject({
      restrict_answer: false,
      required_tag: true,
      recommend_tags: [{ slug_name: 'stout', display_name: 'Stout' }],
      reserved_tags: [{ slug_name: 'staff-only' }],
      max_image_size: 7,
      max_attachment_size: 8,
      authorized_attachment_extensions: ['pdf'],
    })
    expect(now.legal).toMatchObject({
      terms_of_service_original_text: WORDS,
      terms_of_service_parsed_text: expect.stringContaining('<strong>our</strong>'),
      external_content_display: 'ask_before_display',
    })
    expect(now.login).toMatchObject({
      allow_new_registrations: false,
      allow_password_login: true,
      allow_email_domains: ['old.example'],
    })
    expect(now.theme).toMatchObject({ color_scheme: 'dark', theme_config: { default: { primary_color: '#884400' } } })
    expect(now.custom_css_html).toMatchObject({ custom_css: 'body { margin: 0 }', custom_header: '<p>Hello</p>' })
    expect(now.custom_css_html.allow_scripts ?? false).toBe(false)
    expect(now.seo).toEqual({ permalink: 1, robots: 'User-agent: *\nDisallow: /admin\n', index_now: false })
    expect(now.privileges.level).toBe(99)
    expect(now.privileges.custom).toMatchObject({ 'question.add': 5, 'tag.add': 750 })
    expect(now.users.allow_update_username).toBe(false)
    const { list, latest } = await w.as(admin).call(settingsHistory, { query: { sections: 'general' } })
    await w.as(admin).call(restoreSettings, { body: { sections: 'general', before: list[0]!.id, latest } })
    expect((await siteSettings(w.app)).general.name).toBe('World')

    await w.app.transaction((tx) => writeSection(tx, admin.id, 'general', { name: 'Called otherwise since' }))
    await importDump(w.app, dump(), doing)
    expect((await siteSettings(w.app)).general.name).toBe('Called otherwise since')
    await importDump(w.app, { ...dump(), settings: true }, doing)
    expect((await siteSettings(w.app)).general.name).toBe('Brewers')
  })

  test('stay behind where the site has members of its own, unless the admin wants them', async () => {
    await w.given.member({ name: 'Zoe' })
    put({ general: { name: 'Brewers', contact_email: 'no address' } })
    const report = await importDump(w.app, dump(), doing)
    expect(report.files.setting).toEqual({ rows: 2, added: 0, present: 0, other: 2, broken: 0 })
    expect(report.remarks).toEqual([
      {
        file: 'answer.db',
        line: 1,
        problem: 'the settings of this site stay as they are (--settings takes those of the old one)',
      },
    ])
    expect((await siteSettings(w.app)).general.name).toBe('World')
    const wanted = await importDump(w.app, { ...dump(), settings: true }, doing)
    expect(wanted.files.setting).toEqual({ rows: 2, added: 1, present: 0, other: 0, broken: 1 })
    expect(wanted.complaints.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^general\.contact_email: ./),
    ])
    expect((await siteSettings(w.app)).general).toMatchObject({ name: 'Brewers', contact_email: 'desk@example.com' })
  })

  test('what was for members only is never for everybody', async () => {
    const zoe = await w.given.member({ name: 'Zoe' })
    put({ security: { login_required: true } })
    const trial = await tryDump(w.app, dump(), doing)
    expect(trial.remarks[0]!.problem).toContain('The old site is for its members only')
    const begin = vi.fn<() => Promise<void>>()
    await expect(importDump(w.app, dump(), doing, begin)).rejects.toThrow('The old site is for its members only')
    expect(begin).not.toHaveBeenCalled()
    expect(await w.app.db.selectFrom('posts').select('id').where('id', '=', 600).execute()).toEqual([])
    const taking = await tryDump(w.app, { ...dump(), settings: true }, doing)
    const report = await importDump(w.app, { ...dump(), settings: true }, doing)
    expect([taking, report].map(({ files }) => files.setting)).toEqual(
      Array.from({ length: 2 }, () => ({ rows: 1, added: 1, present: 0, other: 0, broken: 0 })),
    )
    expect((await siteSettings(w.app)).login.login_required).toBe(true)
    const open = { query: { id: Q(600) } }
    await expect(w.nobody.call(questionThread, open)).rejects.toThrow('401')
    expect((await w.as(zoe).call(questionThread, open)).question.title).toBe('How warm should a stout be?')
    // From here on it is for the admins to say.
    await w.app.transaction((tx) => writeSection(tx, admin.id, 'login', { login_required: false }))
    await importDump(w.app, dump(), doing)
    expect((await siteSettings(w.app)).login.login_required).toBe(false)
  })
})
