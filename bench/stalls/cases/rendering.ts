import { type StallCase, stallCase } from '../case.ts'
import type { Stage } from '../stage.ts'

const API = '/answer/api/v1'
const LONGEST = 65_535

const filled = (piece: string | ((n: number) => string), most = LONGEST) => {
  let text = ''
  for (let n = 0; ; n++) {
    const next = typeof piece === 'string' ? piece : piece(n)
    if (text.length + next.length > most) return text
    text += next
  }
}

const render = (stage: Stage, content: string) =>
  stage.attack({ path: `${API}/post/render`, as: stage.member(), body: { content } })

const previews = (name: string, content: string, times = 3): StallCase => ({
  name: `preview of ${name}`,
  play: (stage) => stage.together(times, (n) => render(stage, `${content.slice(0, LONGEST - 4)}\n${n}`)),
})

/** As many columns and rows as a text can hold; the parser fills each row up. */
export const wideTable = () => {
  const head = `|${'a|'.repeat(3000)}\n|${'-|'.repeat(3000)}\n`
  return head + '|\n'.repeat(Math.floor((LONGEST - head.length) / 2))
}

export const cases: StallCase[] = [
  previews('a table of 3,000 columns and 24,000 rows, five', wideTable(), 5),
  previews(
    '12,000 mentions',
    filled((n) => `@m${n % 40} `),
  ),
  previews(
    '3,000 code blocks',
    filled((n) => `\`\`\`js\nlet a${n}\n\`\`\`\n`),
  ),
  previews(
    '4,000 formulas',
    filled((n) => `$\\frac{${n}}{x}$ `),
  ),
  previews(
    'one code block of 64 KB',
    `\`\`\`typescript\n${filled('const a = `${b}` /x/.test(c) // d\n', 65_000)}\n\`\`\``,
  ),
  previews('code without an end', `\`\`\`perl\n${filled('s{a}{b', 65_000)}`),
  previews('nested quotes', filled('>'.repeat(500) + 'a\n')),
  previews(
    'nested lists',
    filled((n) => `${' '.repeat((n % 200) * 2)}- a\n`),
  ),
  previews('stars and underscores', filled('*a _b **c __d ')),
  previews('stars alone', filled('a**b')),
  previews('open brackets', filled('[')),
  previews('open links', filled('[a](<b')),
  previews('links in links', filled('[a](')),
  previews('pictures in pictures', filled('![')),
  previews('references', filled((n) => `[r${n}]: /x\n`, 40_000) + filled((n) => `[r${n % 2000}]`, 25_000)),
  previews(
    'backticks of every length',
    filled((n) => `${'`'.repeat((n % 300) + 1)}a`),
  ),
  previews('backslashes', filled('\\')),
  previews('tags of no page', filled('<a <b <!-- <![CDATA[')),
  previews('entities', filled('&#x41;&amp;&notin;')),
  previews(
    'addresses',
    filled((n) => `http://a${n}.example/(((( `),
  ),
  previews('addresses without spaces', filled('http://a.b/')),
  previews('a formula without an end', `$$${filled('{', 65_000)}`),
  previews('a matrix', `$$\\begin{matrix}${filled('a&', 60_000)}\\end{matrix}$$`),
  previews(
    'macros that call each other',
    `$$\\def\\a{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\b{\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c}\\def\\c{\\d\\d\\d\\d\\d\\d\\d\\d\\d\\d}\\def\\d{x}${'\\a'.repeat(1000)}$$`,
  ),
  previews('letters with many accents', filled(`a${'\u0301'.repeat(200)}`)),
  stallCase({
    name: 'a page of hits of ten wide tables',
    prepare: (stage) => {
      const word = `zebra${stage.unlike().replace(/\W/g, '')}`
      return Promise.all(
        Array.from({ length: 10 }, () => stage.ask(stage.member(), `${word}\n\n${wideTable().slice(0, 65_000)}`)),
      ).then(() => word)
    },
    play: (stage, word) =>
      stage.together(3, (n) => stage.attack({ path: `/answer/api/v1/search?q=${word}&page=1&size=${20 + n}` })),
  }),
  stallCase({
    name: 'asking ten wide tables',
    play: (stage) =>
      stage.together(10, () =>
        stage.attack({
          path: `${API}/question`,
          as: stage.member(),
          body: {
            title: `A wide table ${stage.unlike()}`,
            content: wideTable(),
            tags: [{ slug_name: 'support' }],
          },
        }),
      ),
  }),
  {
    name: 'about oneself: 4,096 characters of mentions and stars',
    play: (stage) =>
      stage.together(10, () =>
        stage.attack({
          method: 'PUT',
          path: `${API}/user/info`,
          as: stage.member(),
          body: { bio: filled('*a _b @m1 [', 4090) + stage.unlike().slice(0, 4) },
        }),
      ),
  },
  stallCase({
    name: 'comments of mentions, fifty',
    prepare: (stage) => stage.ask(stage.member(), 'Here come the comments, and many of them.'),
    play: (stage, object_id) =>
      stage.together(50, () =>
        stage.attack({
          path: `${API}/comment`,
          as: stage.member(),
          body: {
            object_id,
            original_text: filled((n) => `@member${n % 39} `, 570) + stage.unlike(),
            mention_username_list: Array.from({ length: 100 }, (_, n) => `member${n}`),
          },
        }),
      ),
  }),
  stallCase({
    name: 'a question with forty large answers',
    limits: 'off',
    prepare: async (stage) => {
      const id = await stage.ask(stage.member(), 'Forty answers, each as long as can be.')
      for (let n = 0; n < 39; n++)
        await stage.call('POST', `${API}/answer`, stage.member(), {
          question_id: id,
          content: filled(`Line ${n} of **many**, and \`code\` in it.\n\n`),
        })
      return id
    },
    play: (stage, id) =>
      Promise.all([
        stage.together(4, (n) => stage.attack({ path: `/questions/${id}?again=${n}` })),
        stage.together(4, () => stage.attack({ path: `${API}/answer/page?question_id=${id}&page_size=100` })),
      ]),
  }),
]
