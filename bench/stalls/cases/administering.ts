import { type StallCase, stallCase } from '../case.ts'
import type { Stage } from '../stage.ts'

const ADMIN = '/answer/admin/api'

const save = (stage: Stage, part: string, body: object) =>
  stage.attack({ method: 'PUT', path: `${ADMIN}/siteinfo/${part}`, as: stage.admin, body })

/** What an admin saves, and then anonymous pages with it. */
const saving = (name: string, part: string, body: () => object, after: object = {}): StallCase => ({
  name,
  play: async (stage) => {
    await save(stage, part, body())
    await stage.together(5, (n) => stage.attack({ path: `/questions?n=${stage.unlike()}${n}` }))
    if (Object.keys(after).length)
      await stage.send({ method: 'PUT', path: `${ADMIN}/siteinfo/${part}`, as: stage.admin, body: after })
  },
})

const HTML = {
  custom_head: `<style>${'a{b:c}'.repeat(10_000)}</style>`,
  custom_css: 'a{b:c}'.repeat(10_000),
  custom_header: '<b>'.repeat(20_000),
  custom_footer: '<i>'.repeat(20_000),
  custom_sidebar: '<u>'.repeat(20_000),
}
const NO_HTML = { custom_head: '', custom_css: '', custom_header: '', custom_footer: '', custom_sidebar: '' }

export const cases: StallCase[] = [
  saving('own styles and HTML of 64 KB each', 'custom-css-html', () => HTML, NO_HTML),
  saving('robots.txt of 500 KB', 'seo', () => ({ robots: 'Disallow: /*?*?*?*?\n'.repeat(25_000) }), {
    robots: 'User-agent: *\n',
  }),
  stallCase({
    name: 'robots.txt of 200,000 empty lines',
    prepare: async (stage) => {
      const before = await stage.call<{ permalink: number }>('GET', `${ADMIN}/siteinfo/seo`, stage.admin)
      const robots = `${'\n'.repeat(200_000)}x`
      await stage.call('PUT', `${ADMIN}/siteinfo/seo`, stage.admin, { permalink: before.permalink, robots })
      return before
    },
    play: async (stage, before) => {
      await stage.together(10, () => stage.attack({ path: '/robots.txt' }))
      await stage.call('PUT', `${ADMIN}/siteinfo/seo`, stage.admin, before)
    },
  }),
  saving(
    '9,000 e-mail domains',
    'login',
    () => ({ allow_email_domains: Array.from({ length: 9000 }, (_, n) => `d${n}.example`) }),
    {
      allow_email_domains: [],
    },
  ),
  stallCase({
    name: 'registering against 9,000 e-mail domains',
    prepare: (stage) =>
      stage.call('PUT', `${ADMIN}/siteinfo/login`, stage.admin, {
        allow_email_domains: Array.from({ length: 9000 }, (_, n) => `d${n}.example`),
      }),
    play: async (stage) => {
      await stage.together(20, (n) =>
        stage.attack({
          path: '/answer/api/v1/user/register/email',
          body: { name: `Guest ${n}`, e_mail: `guest${n}@elsewhere.example`, pass: 'a-long-enough-one' },
        }),
      )
      await stage.call('PUT', `${ADMIN}/siteinfo/login`, stage.admin, { allow_email_domains: [] })
    },
  }),
  saving('legal texts of 240 KB', 'legal', () => ({
    terms_of_service_original_text: '> *a* [b](c) `d`\n'.repeat(14_000),
    privacy_policy_original_text: '| a | b |\n|---|---|\n| c | d |\n\n'.repeat(7000),
  })),
  saving('3,000 reserved tags', 'write', () => ({
    reserved_tags: Array.from({ length: 3000 }, (_, n) => ({
      slug_name: `reserved-${n}`,
      display_name: `Reserved ${n}`,
    })),
  })),
  saving(
    '9,000 kinds of files',
    'write',
    () => ({
      authorized_image_extensions: Array.from({ length: 9000 }, (_, n) => `x${n}`),
    }),
    { authorized_image_extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif'] },
  ),
  {
    name: 'users by a part of their name',
    play: (stage) =>
      stage.together(20, () =>
        stage.attack({
          path: `${ADMIN}/users/page?page_size=100&query=${encodeURIComponent('%_'.repeat(50))}`,
          as: stage.admin,
        }),
      ),
  },
  {
    name: 'privileges a hundred at once, and plugins of 500 KB',
    play: (stage) =>
      Promise.all([
        stage.attack({
          method: 'PUT',
          path: `${ADMIN}/setting/privileges`,
          as: stage.admin,
          body: {
            level: 99,
            custom_privileges: Array.from({ length: 100 }, (_, n) => ({ key: `k${n}`, value: n + 1 })),
          },
        }),
        stage.attack({
          method: 'PUT',
          path: `${ADMIN}/plugin/config`,
          as: stage.admin,
          body: {
            plugin_slug_name: 'oauth2',
            config_fields: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 'x'])),
          },
        }),
      ]),
  },
]
