import { type StallCase, stallCase } from '../case.ts'
import { FORM_TYPE, type Stage } from '../stage.ts'

const MEGABYTE = 1024 * 1024
/** The shortest possible pairs, this many in a form. */
const pairs = (bytes: number) => Buffer.from('a&'.repeat(bytes / 2))

const LINE = '\r\n'
const BOUNDARY = 'x'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}${LINE}content-disposition: form-data; name="${name}"${more}${LINE}${LINE}${value}${LINE}`
const multipart = (...parts: string[]) => Buffer.from(`${parts.join('')}--${BOUNDARY}--${LINE}`)

const toLogin =
  (body: Buffer, headers: Record<string, string> = { 'content-type': FORM_TYPE }) =>
  (stage: Stage) =>
    stage.together(3, () => stage.attack({ path: '/users/login', body, headers }))

export const cases: StallCase[] = [
  { name: 'three forms of 1 MB a&a&a by strangers', play: toLogin(pairs(MEGABYTE)) },
  {
    name: 'a form of 8 MB a&a&a by somebody not activated',
    play: (stage) =>
      stage.attack({
        path: '/users/settings/profile',
        as: stage.newcomer,
        body: pairs(8 * MEGABYTE),
        headers: { 'content-type': FORM_TYPE },
      }),
  },
  { name: 'forms just small enough, a&a&a', play: toLogin(pairs(510 * 1024)) },
  { name: 'forms of percent signs', play: toLogin(Buffer.from(`a=${'%C3%A4'.repeat(85_000)}`)) },
  { name: 'forms of broken percent signs', play: toLogin(Buffer.from(`a=${'%'.repeat(510_000)}`)) },
  { name: 'forms of plus signs', play: toLogin(Buffer.from('+'.repeat(510_000))) },
  {
    name: 'multipart forms of 12,000 fields',
    play: toLogin(multipart(...Array.from({ length: 12_000 }, (_, n) => part(`a${n}`, ''))), MULTIPART),
  },
  {
    name: 'multipart forms of 4,000 files',
    play: toLogin(multipart(...Array.from({ length: 4000 }, (_, n) => part('f', '', `; filename="${n}"`))), MULTIPART),
  },
  {
    name: 'multipart forms, a name of 500 KB',
    play: toLogin(multipart(part('n'.repeat(500_000), '')), MULTIPART),
  },
  {
    name: 'multipart forms, headers without an end',
    play: toLogin(multipart(part('a', '', `${LINE}x: y`.repeat(80_000))), MULTIPART),
  },
  {
    name: 'multipart forms of what almost ends a part',
    play: toLogin(multipart(part('a', `${LINE}--`.repeat(120_000))), MULTIPART),
  },
  {
    name: 'multipart forms, a boundary of 15 KB',
    play: toLogin(Buffer.from('-'.repeat(500_000)), {
      'content-type': `multipart/form-data; boundary=${'-'.repeat(15_000)}`,
    }),
  },
  {
    name: 'forms to every address at once',
    play: (stage) =>
      Promise.all(
        [
          '/session/token',
          '/install',
          '/preferences',
          '/users/unsubscribe?code=x',
          '/users/account-recovery',
          '/nowhere',
        ].map((path) => stage.attack({ path, body: pairs(510 * 1024), headers: { 'content-type': FORM_TYPE } })),
      ),
  },
  {
    name: 'a one-click unsubscription of 1 MB',
    play: (stage) =>
      stage.together(3, () =>
        stage.attack({
          path: '/users/unsubscribe?code=x',
          body: `List-Unsubscribe=One-Click&${'a&'.repeat(MEGABYTE / 2)}`,
        }),
      ),
  },
  stallCase({
    name: 'asking forms with 900 tags',
    prepare: (stage) => {
      const as = stage.member()
      return stage.visit('/questions/ask', as).then(({ form_token }) => ({ as, form_token }))
    },
    play: (stage, { as, form_token }) =>
      stage.together(3, () =>
        stage.attack({
          path: '/questions/ask',
          as,
          body: new URLSearchParams([
            ['form_token', form_token],
            ['title', `Nine hundred tags ${stage.unlike()}`],
            ['content', 'All of them new, and all of them in one form.'],
            ...Array.from({ length: 900 }, (_, n) => ['tags', `tag-${n}`]),
          ]).toString(),
        }),
      ),
  }),
  stallCase({
    name: 'asking forms with the longest text',
    prepare: (stage) => {
      const as = stage.member()
      return stage.visit('/questions/ask', as).then(({ form_token }) => ({ as, form_token }))
    },
    play: (stage, { as, form_token }) =>
      stage.together(3, () =>
        stage.attack({
          path: '/questions/ask',
          as,
          body: new URLSearchParams({
            form_token,
            title: `As long as can be ${stage.unlike()}`,
            content: '\u{10348}'.repeat(65_535),
            tags: 'support',
          }).toString(),
        }),
      ),
  }),
]
