import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadFile } from '@askwell/contract/files.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULTS, type StoredSection, type SiteSettings } from '../src/features/operations/settings/policy.ts'
import { writeSection } from '../src/features/operations/settings/save-section.ts'
import { threads } from './threads.ts'
import { type TestUser, type World, world } from './world.ts'

type Field = { [S in StoredSection]: `${S}.${keyof SiteSettings[S] & string}` }[StoredSection]

/** Settings whose effect another test shows: the file, below the repository, names the field. */
const ELSEWHERE: Partial<Record<Field, string>> = {
  'search.meaning': 'server/src/features/content/search/meaning/meaning.test.ts',
  'search.embeddings_url': 'server/src/features/content/search/meaning/meaning.test.ts',
  'search.embeddings_model': 'server/src/features/content/search/meaning/meaning.test.ts',
  'search.embeddings_secret': 'server/src/features/content/search/meaning/meaning.test.ts',
  'search.embeddings_plugin': 'server/src/features/content/search/meaning/by-plugin.test.ts',
  'general.check_update': 'server/src/features/operations/statistics/newer-version.test.ts',
  'updates.update_url': 'server/src/features/operations/statistics/newer-version.test.ts',
  'announcement.words': 'server/src/features/operations/settings/notices.test.ts',
  'announcement.audience': 'server/src/features/operations/settings/notices.test.ts',
  'announcement.until': 'server/src/features/operations/settings/notices.test.ts',
  'announcement.dismissible': 'server/src/features/operations/settings/notices.test.ts',
  'maintenance_notice.words': 'server/src/features/operations/settings/notices.test.ts',
  'maintenance_notice.minutes': 'server/src/features/operations/settings/notices.test.ts',
  'slow_queries.slow_query_ms': 'server/src/features/operations/slow-queries/slow-queries.test.ts',
  'audit.audit_days': 'server/src/features/operations/audit-log/audit-log.test.ts',
  'branding.logo': 'server/src/http/pages/appearance.test.ts',
  'branding.mobile_logo': 'server/src/http/pages/appearance.test.ts',
  'branding.square_icon': 'server/src/http/pages/appearance.test.ts',
  'branding.favicon': 'server/src/http/pages/appearance.test.ts',
  'write.restrict_answer': 'server/src/features/content/posts/answers/answers.test.ts',
  'write.required_tag': 'server/src/features/content/posts/questions/questions.test.ts',
  'write.recommend_tags': 'server/src/features/content/posts/questions/questions.test.ts',
  'write.reserved_tags': 'server/src/features/content/posts/questions/questions.test.ts',
  'write.max_image_size': 'server/src/features/operations/files/files.test.ts',
  'write.max_image_megapixel': 'server/src/features/operations/files/files.test.ts',
  'write.max_attachment_size': 'server/src/http/bodies/form-body.test.ts',
  'write.authorized_attachment_extensions': 'server/src/features/operations/files/files.test.ts',
  'legal.terms_of_service_original_text': 'e2e/journeys/running-the-site.spec.ts',
  'legal.privacy_policy_original_text': 'e2e/journeys/running-the-site.spec.ts',
  'privileges.custom': 'server/src/features/operations/settings/settings.test.ts',
  'legal.external_content_display': 'e2e/journeys/following.spec.ts',
  'seo.permalink': 'server/src/http/pages/permalinks.test.ts',
  'login.allow_email_domains': 'server/src/features/users/accounts/accounts.test.ts',
  'login.staff_second_factor': 'server/src/features/users/second-factors/second-factors.test.ts',
  'custom_css_html.custom_head': 'server/src/http/pages/appearance.test.ts',
  'custom_css_html.custom_css': 'server/src/http/pages/appearance.test.ts',
  'custom_css_html.custom_header': 'server/src/http/pages/appearance.test.ts',
  'custom_css_html.custom_footer': 'server/src/http/pages/appearance.test.ts',
  'custom_css_html.custom_sidebar': 'server/src/http/pages/appearance.test.ts',
  'theme.theme_config': 'server/src/http/pages/appearance.test.ts',
  'theme.color_scheme': 'server/src/http/pages/appearance.test.ts',
  'users.default_avatar': 'server/src/features/operations/files/gravatar.test.ts',
  'users.gravatar_base_url': 'server/src/features/operations/files/gravatar.test.ts',
  'notifications.notification_days': 'server/src/features/outbound/channels/channels.test.ts',
  'review.hold_first_posts': 'server/src/features/content/reviews/reviews.test.ts',
  'review.first_posts': 'server/src/features/content/reviews/reviews.test.ts',
  'review.hold_links': 'server/src/features/content/reviews/reviews.test.ts',
  'review.links_rank': 'server/src/features/content/reviews/reviews.test.ts',
  'smtp.from_email': 'e2e/journeys/administering.spec.ts',
  'smtp.from_name': 'e2e/journeys/administering.spec.ts',
  'smtp.smtp_host': 'e2e/journeys/administering.spec.ts',
  'smtp.smtp_port': 'e2e/journeys/administering.spec.ts',
  'smtp.encryption': 'e2e/journeys/administering.spec.ts',
  'smtp.smtp_username': 'e2e/journeys/administering.spec.ts',
  'smtp.smtp_password': 'e2e/journeys/administering.spec.ts',
  'smtp.smtp_authentication': 'e2e/journeys/administering.spec.ts',
}
/** There is one theme so far. The HTML of a text is made of the text and saved with it. */
const WITHOUT_EFFECT: Field[] = [
  'theme.theme',
  'legal.terms_of_service_parsed_text',
  'legal.privacy_policy_parsed_text',
  'announcement.html',
  'announcement.version',
  'maintenance_notice.html',
]

interface Look {
  /** A page as somebody gets it: where it leads, or its HTML. */
  page: (address: string, person?: TestUser) => Promise<string>
  uploaded: () => Promise<number>
  member: TestUser
  moderator: TestUser
  question: string
}
interface Effect {
  value: unknown
  look: (look: Look) => Promise<string | number>
  before: RegExp
  after: RegExp
}

const inProfile = (name: string, locked: string): Omit<Effect, 'value'> => ({
  look: async ({ page, member }) =>
    new RegExp(`<(?:input|textarea)[^>]*name="${name}"[^>]*>`).exec(await page('/users/settings', member))![0],
  before: new RegExp(`^(?!.*\\b${locked}\\b)`, 'is'),
  after: new RegExp(`\\b${locked}\\b`, 'i'),
})
const contains = (address: string, words: string): Omit<Effect, 'value'> => ({
  look: ({ page }) => page(address),
  before: new RegExp(`^(?![\\s\\S]*${words})`),
  after: new RegExp(words),
})

const EFFECTS: Partial<Record<Field, Effect>> = {
  'general.name': { value: 'Beer talk', ...contains('/', '<title>Beer talk') },
  'general.short_description': { value: 'All of hops', ...contains('/', '<title>[^<]*All of hops') },
  'general.description': { value: 'Ask about mash tuns', ...contains('/', 'Ask about mash tuns') },
  'general.site_url': {
    value: 'https://elsewhere.example',
    ...contains('/answer/api/v1/siteinfo', '"site_url":"https://elsewhere\\.example"'),
  },
  'general.contact_email': { value: 'cellar@example.com', ...contains('/tos', 'mailto:cellar@example\\.com') },
  'interface.language': { value: 'de_DE', ...contains('/', '<html[^>]*lang="de-DE"') },
  'interface.time_zone': {
    value: 'Pacific/Kiritimati', // half a day ahead: it is the next day there
    look: ({ page, question }) => page(`/questions/${question}`),
    before: />Sep 21, 2026</,
    after: />Sep 22, 2026</,
  },
  'write.authorized_image_extensions': {
    value: ['webp'],
    look: ({ uploaded }) => uploaded(),
    before: /^200$/,
    after: /^400$/,
  },
  'seo.index_now': { value: true, ...contains('/indexnow-key.txt', '^[0-9a-f]{32}$') },
  'seo.robots': { value: 'User-agent: Nosy', ...contains('/robots.txt', 'User-agent: Nosy') },
  'login.allow_new_registrations': { value: false, ...contains('/users/register', '^302 /$') },
  'login.allow_email_registrations': {
    value: false,
    look: ({ page }) => page('/users/register'),
    before: /name="e_mail"/,
    after: /^(?![\s\S]*name="e_mail")/,
  },
  'login.allow_password_login': {
    value: false,
    look: ({ page }) => page('/users/login'),
    before: /name="pass"/,
    after: /^(?![\s\S]*name="pass")/,
  },
  'login.login_required': { value: true, ...contains('/tags', '^302 /users/login') },
  'users.allow_update_display_name': { value: false, ...inProfile('display_name', 'readonly') },
  'users.allow_update_username': { value: false, ...inProfile('username', 'readonly') },
  'users.allow_update_avatar': { value: false, ...inProfile('picture', 'disabled') },
  'users.allow_update_bio': { value: false, ...inProfile('bio', 'readonly') },
  'users.allow_update_website': { value: false, ...inProfile('website', 'readonly') },
  'users.allow_update_location': { value: false, ...inProfile('location', 'readonly') },
  'privileges.level': {
    value: 3,
    look: ({ page, moderator }) => page('/admin/roles', moderator),
    before: /from 8 reputation/,
    after: /from 15 reputation/,
  },
}
const fields = (Object.keys(DEFAULTS) as StoredSection[]).flatMap((section) =>
  Object.keys(DEFAULTS[section]).map((name) => `${section}.${name}` as Field),
)

describe('what each setting does', () => {
  let w: World
  let look: Look
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    const [member, moderator] = [await w.given.member(), await w.given.moderator()]
    const page: Look['page'] = async (url, person) => {
      const { statusCode, headers, body } = await w.server.inject({
        url,
        headers: { accept: 'text/html', ...(person && { cookie: `askwell_session=${person.token}` }) },
      })
      if (statusCode === 301) return page(headers.location!, person) // to the address in full
      return headers.location ? `${statusCode} ${headers.location}` : body
    }
    const dot = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0033ff' } })
      .png()
      .toBuffer()
    const uploaded = async () => {
      const form = new FormData()
      form.set('source', 'post')
      form.set('file', new Blob([new Uint8Array(dot)]), 'dot.png')
      const packed = new Response(form)
      const { statusCode } = await w.server.inject({
        method: 'POST',
        url: pathOf(uploadFile),
        payload: Buffer.from(await packed.arrayBuffer()),
        headers: { 'content-type': packed.headers.get('content-type')!, authorization: member.token },
      })
      return statusCode
    }
    const question = await threads(w).ask(member)
    look = { page, uploaded, member, moderator, question }
  })
  afterAll(() => w.close())

  const save = (field: Field, value: unknown) => {
    const [section, name] = field.split('.') as [StoredSection, string]
    return w.app.transaction((tx) => writeSection(tx, 1, section, { [name]: value }))
  }

  test.each(Object.entries(EFFECTS))('%s', async (name, { value, look: see, before, after }) => {
    const [section, field] = name.split('.') as [StoredSection, never]
    expect(String(await see(look))).toMatch(before)
    const former = (await w.site.settings())[section][field]
    await save(name as Field, value)
    expect(String(await see(look))).toMatch(after)
    await save(name as Field, former)
    expect(String(await see(look))).toMatch(before)
  })

  test('every other setting has a test that names it', () => {
    for (const [field, file] of Object.entries(ELSEWHERE)) {
      const path = join(import.meta.dirname, '../..', file)
      expect([field, existsSync(path) && readFileSync(path, 'utf8').includes(field.split('.')[1]!)]).toEqual([
        field,
        true,
      ])
    }
    const known = [...Object.keys(EFFECTS), ...Object.keys(ELSEWHERE), ...WITHOUT_EFFECT]
    expect(fields.filter((field) => !known.includes(field))).toEqual([])
  })
})
