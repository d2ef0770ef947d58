import { gzipSync } from 'node:zlib'
import { type StallCase, stallCase } from '../case.ts'

const API = '/answer/api/v1'
const MOST = 500_000
const JSON_HEADERS = { 'content-type': 'application/json' }

const asking = (name: string, body: () => string, times = 5): StallCase => ({
  name,
  play: (stage) =>
    stage.together(times, () =>
      stage.attack({ path: `${API}/question`, as: stage.member(), headers: JSON_HEADERS, body: Buffer.from(body()) }),
    ),
})

/** What is looked for in a text once it is published, and not only where it is rendered. */
const posting = (name: string, text: () => string): StallCase => ({
  name: `asking ${name}`,
  play: (stage) =>
    stage.together(3, () =>
      stage.attack({
        path: `${API}/question`,
        as: stage.member(),
        body: {
          title: `A question to try ${stage.unlike()}`,
          content: `${text()}\n\n${stage.unlike()}`,
          tags: [{ slug_name: 'support' }],
        },
      }),
    ),
})

const question = (more: string) => `{"title":"A question of many","content":"What it holds is in its tags.",${more}}`

export const cases: StallCase[] = [
  asking('JSON 80,000 deep', () => question(`"tags":${'['.repeat(80_000)}${']'.repeat(80_000)}`)),
  asking('JSON objects 80,000 deep', () => question(`"x":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}`)),
  asking('JSON that is not closed', () => '['.repeat(MOST)),
  asking('JSON of 60,000 names', () => question(Array.from({ length: 36_000 }, (_, n) => `"name${n}":1`).join(','))),
  asking('JSON of 240,000 numbers', () => question(`"tags":[${'1,'.repeat(240_000)}1]`)),
  asking('JSON of 20,000 tags', () => question(`"tags":[${'{"slug_name":"a b"},'.repeat(20_000)}{}]`)),
  asking('JSON of escapes', () => question(`"tags":[],"x":"${'\\u0061'.repeat(80_000)}"`)),
  asking('JSON of a number of 500,000 digits', () => question(`"tags":[],"x":${'1'.repeat(MOST - 200)}`)),
  asking('titles of zero bytes', () => question(`"tags":[{"slug_name":"${'\\u0000'.repeat(80_000)}"}]`)),
  asking('JSON of 500 KB of quotes', () => question(`"x":"${'\\\\"'.repeat(80_000)}`)),
  asking('JSON of as many values as may be', () =>
    question(`"tags":[],"x":[${Array.from({ length: 1900 }, (_, n) => `{"a${n}":{"b${n}":[${n}]}}`).join(',')}]`),
  ),
  posting("a reference that doesn't end", () => `#${'-'.repeat(65_000)}a`),
  posting('references to nothing', () => '#1 /questions/1/2/3 '.repeat(3000)),
  posting('a mention of stops', () => `@${'.'.repeat(60_000)}a`),
  posting('one word of 65,000 letters', () => 'ä'.repeat(65_000)),
  posting('letters with a thousand accents each', () => `a${'\u0301'.repeat(1000)} `.repeat(64)),
  asking('tags with descriptions of 64 KB', () =>
    question(
      `"tags":[${Array.from({ length: 5 }, (_, n) => `{"slug_name":"new-${n}-${Math.random().toString(36).slice(2, 9)}","original_text":"${'*a _b '.repeat(10_900)}"}`).join(',')}]`,
    ),
  ),
  {
    name: 'calls packed to burst',
    play: (stage) =>
      Promise.all(
        ['gzip', 'br', 'deflate'].map((coding) =>
          stage.attack({
            path: `${API}/question`,
            as: stage.member(),
            headers: { ...JSON_HEADERS, 'content-encoding': coding },
            body: gzipSync(Buffer.alloc(400_000_000, '[')),
          }),
        ),
      ),
  },
  {
    name: 'forms packed to burst',
    play: (stage) =>
      stage.together(3, () =>
        stage.attack({
          path: '/users/login',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
          body: gzipSync(Buffer.alloc(400_000_000, 'a&')),
        }),
      ),
  },
  {
    name: 'following 500 tags that are not there',
    play: (stage) =>
      stage.together(10, (t) =>
        stage.attack({
          method: 'PUT',
          path: `${API}/follow/tags`,
          as: stage.member(),
          body: { slug_name_list: Array.from({ length: 500 }, (_, n) => `nothing-${t}-${n}`) },
        }),
      ),
  },
  stallCase({
    name: 'synonyms by the hundred',
    prepare: async (stage) => {
      await stage.call('POST', `${API}/tag`, stage.admin, {
        slug_name: 'many-words',
        display_name: 'many-words',
        original_text: 'What has many words.',
      })
      return stage.call<{ tag_id: string }>('GET', `${API}/tag?name=many-words`, stage.admin)
    },
    play: (stage, { tag_id }) =>
      stage.together(3, (t) =>
        stage.attack({
          method: 'PUT',
          path: `${API}/tag/synonym`,
          as: stage.admin,
          body: {
            tag_id,
            synonym_tag_list: Array.from({ length: 100 }, (_, n) => ({
              slug_name: `word-${t}-${n}`,
              display_name: `word-${t}-${n}`,
            })),
          },
        }),
      ),
  }),
  {
    name: 'passkeys of 20 KB of nothing',
    play: (stage) =>
      stage.together(10, (n) =>
        stage.attack({
          path: `${API}/user/login/passkey`,
          body: {
            challenge: `c${n}`,
            credential: JSON.stringify({
              id: 'a',
              rawId: 'a',
              type: 'public-key',
              response: { authenticatorData: 'A'.repeat(9000), clientDataJSON: 'A'.repeat(9000), signature: 'AA' },
            }),
          },
        }),
      ),
  },
  {
    name: 'calls of 500 KB by strangers, fifty',
    play: (stage) =>
      stage.together(50, () =>
        stage.attack({
          path: `${API}/user/login/email`,
          headers: JSON_HEADERS,
          body: Buffer.from(`{"e_mail":"${'a'.repeat(MOST)}","pass":"x"}`),
        }),
      ),
  },
  {
    name: 'e-mail addresses of 500 characters',
    play: (stage) =>
      stage.together(10, (n) =>
        stage.attack({
          path: `${API}/user/register/email`,
          body: {
            name: `Long ${n}`,
            e_mail: `${'a.'.repeat(120)}a@${'b-'.repeat(120)}b.example`,
            pass: 'a-long-enough-one',
          },
        }),
      ),
  },
  {
    name: 'flags and reviews by the fifty',
    play: (stage) =>
      stage.together(5, () =>
        stage.attack({
          path: `${API}/review/decisions`,
          as: stage.admin,
          body: {
            decisions: Array.from({ length: 50 }, (_, n) => ({
              queue: 'queued_post',
              id: String(n + 1),
              decision: 'approve',
            })),
          },
        }),
      ),
  },
]
