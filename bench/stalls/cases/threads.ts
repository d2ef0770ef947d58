import type { StallCase } from '../case.ts'
import type { Stage } from '../stage.ts'

const API = '/answer/api/v1'
const MOST = 65_000

const table = () => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(9000)}`
const code = (n: number) =>
  Array.from({ length: 4000 }, (_, k) => `\`\`\`js\na${n + k}\n\`\`\`\n`)
    .join('')
    .slice(0, MOST)
const formulas = (n: number) =>
  Array.from({ length: 9000 }, (_, k) => `$x_${n + k}$`)
    .join(' ')
    .slice(0, MOST)
const links = () => 'http://a.b '.repeat(5800)

/** Ten answers as heavy as they may be. */
const heavyThread = async (stage: Stage) => {
  const id = await stage.ask(stage.admin, `barleyword ${stage.unlike()} ${links()}`.slice(0, MOST))
  for (let n = 0; n < 3; n++) {
    const author = stage.member()
    await stage.call('POST', `${API}/answer`, author, {
      question_id: id,
      content: `barleyword ${n} ${table()}`.slice(0, MOST),
    })
  }
  return id
}

/** What runs on the threads of the pool, and what is kept so that it needn't. */
export const cases: StallCase[] = [
  {
    name: 'hits with heavy texts, drawn twenty times',
    limits: 'off',
    prepare: heavyThread,
    play: (stage: Stage) =>
      stage.together(20, (n) => stage.attack({ path: `/search?q=barleyword&n=${n}`, as: stage.member() })),
  },
  {
    name: 'previews of all kinds by forty members at once',
    limits: 'off',
    play: (stage: Stage) =>
      stage.together(40, (n) =>
        stage.attack({
          path: `${API}/post/render`,
          as: stage.member(),
          body: { content: [table(), code(n), formulas(n), links()][n % 4]!.slice(0, MOST) },
        }),
      ),
  },
  {
    name: 'tags described in 64 KB of code',
    play: (stage: Stage) =>
      stage.together(5, (n) =>
        stage.attack({
          path: `${API}/tag`,
          as: stage.admin,
          body: { slug_name: `heavy-${stage.unlike()}`, display_name: `Heavy ${n}`, original_text: code(n) },
        }),
      ),
  },
]
