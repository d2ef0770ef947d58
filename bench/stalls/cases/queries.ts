import { type StallCase, stallCase } from '../case.ts'
import type { Stage } from '../stage.ts'

const API = '/answer/api/v1'
/** As much as a request line and its headers may hold together. */
const HEAD_BYTES = 15_000

const many = (piece: (n: number) => string, most = HEAD_BYTES) => {
  let text = ''
  for (let n = 0; text.length < most; n++) text += piece(n)
  return text.slice(0, most)
}

const NASTY_SEARCHES = [
  '"'.repeat(60),
  '('.repeat(60),
  'a* '.repeat(20),
  '[tag] '.repeat(10),
  'user:a '.repeat(8),
  'score:1 answers:2 is:question created:2020 views:3 ',
  '-a -b -c -d -e -f -g -h -i -j -k -l -m -n -o',
  '\u0301'.repeat(60),
  '中'.repeat(60),
  'ก'.repeat(60),
  '\u{1F469}‍\u{1F467}'.repeat(12),
  'a OR b OR c OR d OR e OR f NEAR(g h, 5) AND i',
  'question question question question question',
  'isaccepted:yes hasaccepted:no inquestion:1 [[[[ ]]]',
]

const pages = (
  name: string,
  path: (n: number) => string,
  headers: Record<string, string> = {},
  count = 20,
): StallCase => ({
  name,
  play: (stage) => stage.together(count, (n) => stage.attack({ path: path(n), headers })),
})

const FACES = (stage: Stage) => stage.together(20, async () => stage.member())

export const cases: StallCase[] = [
  {
    name: 'nasty searches, one of each on page and API',
    limits: 'off',
    play: (stage) =>
      Promise.all(
        NASTY_SEARCHES.flatMap((q) =>
          [
            `/search?q=${encodeURIComponent(q.slice(0, 60))}`,
            `${API}/search?q=${encodeURIComponent(q.slice(0, 60))}`,
          ].map((path) => stage.attack({ path })),
        ),
      ),
  },
  pages('searches of 15 KB', () => `/search?q=${many((n) => `w${n}+`)}`),
  pages('queries of 7,000 names', (n) => `/questions?n=${n}&${many(() => 'a&', 14_000)}`),
  pages('queries of percent signs', (n) => `/questions?n=${n}&order=${many(() => '%25', 14_000)}`),
  pages('deep paths', (n) => `/${many(() => 'a/', 14_000)}${n}`),
  pages('permalinks of 14 KB', (n) => `/questions/10010000000000001/${many(() => 'a-', 14_000)}${n}`),
  pages('tag pages of 14 KB', (n) => `/tags/${many(() => '%E4%B8%AD', 13_500)}${n}`),
  pages('profiles of 14 KB', (n) => `/users/${many(() => '%2E', 13_500)}${n}`),
  pages('Accept-Language of 3,000 languages', (n) => `/questions?n=${n}`, {
    'accept-language': many((n) => `x${n % 10}-y;q=0.${n % 10},`),
  }),
  pages('Accept-Language without commas', (n) => `/questions?n=${n}`, { 'accept-language': '-'.repeat(HEAD_BYTES) }),
  pages('cookies of 15 KB', (n) => `/questions?n=${n}`, { cookie: many((n) => `a${n}=b;`) }),
  pages('a session cookie of 15 KB', (n) => `/questions?n=${n}`, { cookie: `askwell_session=${'%'.repeat(14_000)}` }),
  pages('a program of 15 KB', (n) => `/questions/10010000000000001?n=${n}`, {
    'user-agent': many(() => 'Mozilla/5.0 (X (Y (Z '),
  }),
  pages('If-None-Match of 15 KB', () => '/questions', { 'if-none-match': many((n) => `"${n}",`) }),
  pages('Accept-Encoding of 15 KB', () => '/questions', { 'accept-encoding': many(() => 'br;q=0,') }),
  pages('Accept-Encoding of spaces', () => '/questions', { 'accept-encoding': `x${' '.repeat(14_000)}y` }),
  pages('Accept-Encoding of semicolons', () => '/questions', { 'accept-encoding': many(() => ' ;') }),
  pages('Accept of 15 KB', (n) => `/questions?n=${n}`, { accept: many((n) => `a${n}/*;q=0.1,`) }),
  pages('a referrer and an origin of 7 KB', (n) => `/users/login?n=${n}`, {
    referer: `http://${many(() => 'a.', 7000)}`,
    origin: `http://${many(() => 'a.', 7000)}`,
  }),
  pages('cookies of choices, each broken', (n) => `/questions?n=${n}`, {
    cookie: many((n) => `askwell_${n}=%E0%A4%A;`),
  }),
  pages('ranges by the thousand', () => '/robots.txt', { range: `bytes=${many((n) => `${n}-${n},`)}0-1` }),
  pages('X-Forwarded-For of 15 KB', (n) => `/questions?n=${n}`, {
    'x-forwarded-for': many((n) => `10.0.0.${n % 250},`),
  }),
  pages('pages that are not there', (n) => `/nowhere/${n}`, {}, 100),
  pages('what the API offers, fifty times', () => '/answer/openapi.json', {}, 50),
  pages('all words, fifty times', () => `${API}/language/config`, {}, 50),
  pages('questions by the last page', (n) => `${API}/question/page?page=100&page_size=100&order=hot&tag=${n}`),
  pages(
    'similar titles',
    (n) => `${API}/question/similar?title=${encodeURIComponent(many((m) => `q${n}w${m} `, 150))}`,
  ),
  pages('2,000 characters of tags', () => `${API}/tags?tags=${many((n) => `t${n},`, 2000)}`),
  pages(
    'tags by a part of their name',
    () => `${API}/tags/page?slug_name=${encodeURIComponent('%_'.repeat(50))}&page_size=100`,
  ),
  pages(
    'first comments of fifty things',
    () => `${API}/comment/first?object_ids=${many((n) => `1001000000000${1000 + n},`, 31 * 49)}`,
  ),
  {
    name: 'permissions by 2,000 characters',
    play: (stage) =>
      stage.together(20, () =>
        stage.attack({ path: `${API}/permission?action=${many((n) => `a${n},`, 2000)}`, as: stage.member() }),
      ),
  },
  stallCase({
    name: '200 drawn pages at once by members',
    limits: 'off',
    prepare: FACES,
    play: (stage, faces) =>
      stage.together(200, (n) => stage.attack({ path: `/questions?n=${n}`, as: faces[n % faces.length] })),
  }),
  {
    name: '300 drawn pages at once by strangers',
    limits: 'off',
    play: (stage) => stage.together(300, (n) => stage.attack({ path: `/questions?n=${stage.unlike()}${n}` })),
  },
  stallCase({
    name: '400 feeds of a question and Markdown of it at once by a stranger',
    prepare: (stage) => stage.ask(stage.member(), 'A text as others are.'),
    play: (stage, id) => {
      const from = stage.stranger()
      return stage.together(400, (n) =>
        stage.attack({ path: n % 2 ? `/feeds/questions/${id}.atom?n=${n}` : `/questions/${id}.md?n=${n}`, from }),
      )
    },
  }),
  {
    name: 'timelines and profiles of members',
    limits: 'off',
    play: (stage) =>
      stage.together(60, (n) =>
        stage.attack({
          path: `/users/member${n % 39}/${['answers', 'questions', 'comments', 'reputation', 'votes'][n % 5]}`,
          as: stage.member(),
        }),
      ),
  },
]
