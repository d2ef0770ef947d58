import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(
  process.env.ASKWELL_TEST_DATA ?? join(import.meta.dirname, '../../../shared/data'),
  'markdown-and-xss',
)

/** Lists of attacks are too large and too foreign for this repository. */
const isThere = existsSync(FOLDER)
if (!isThere) console.error(`\n!!! SKIPPED: no attacks at ${FOLDER} (set ASKWELL_TEST_DATA)\n`)

const read = (path: string) => readFileSync(join(FOLDER, path), 'utf8')
const lines = (path: string) => read(path).split(/\r?\n/)
const inFolder = (folder: string) =>
  readdirSync(join(FOLDER, folder))
    .filter((name) => !name.startsWith('LICENSE'))
    .map((name) => `${folder}/${name}`)
/** What stands between the fences of a text, as a whole. */
const blocks = (path: string) =>
  [...read(path).matchAll(/^```.*\n([\s\S]*?)^```/gm)].map(([, block]) => block!.trimEnd())

const all = () => [
  ...inFolder('payloads').flatMap((path) => [...lines(path), ...(path.endsWith('.md') ? blocks(path) : [])]),
  ...(JSON.parse(read('dompurify/expect.json')) as { payload: string }[]).map(({ payload }) => payload),
  ...lines('owasp/XSS_Filter_Evasion_Cheat_Sheet.md'),
  ...blocks('owasp/XSS_Filter_Evasion_Cheat_Sheet.md'),
  ...read('markdown-it/markdown-it--xss.txt').split(/^\.$/m),
  ...(JSON.parse(read('blns/blns.json')) as string[]),
]

/** Prose and code that only explains the attacks are left out: an attack has something of markup, of a script or of an address. */
const isAttack = (text: string) =>
  typeof text === 'string' && /[<>"'`&]|script|:|\(/i.test(text) && text.trim() !== '' && text.length <= 60_000

/** Every attack once, in the order of the lists. */
export const payloads: string[] = isThere ? [...new Set(all())].filter(isAttack) : []

/** This many of them, from all over the lists. */
export const slice = (count: number) =>
  payloads.filter(
    (_, place) => Math.floor((place * count) / payloads.length) !== Math.floor(((place - 1) * count) / payloads.length),
  )

/** `3/10`: the third of ten parts. */
export const part = (wish: string) => {
  const [which = 1, of = 1] = wish.split('/').map(Number)
  return payloads.filter((_, place) => place % of === which - 1)
}

/** Ways to smuggle a text through Markdown; each attack goes in one of them, besides going bare. */
export const dressed = (attack: string, number: number) => {
  const line = attack.replaceAll('\n', ' ')
  const dresses = [
    `[a](${line})`,
    `[a](<${line}>)`,
    `![${line}](/uploads/post/a.png)`,
    `![a](${line})`,
    `[a](/b "${line}")`,
    `<${line}>`,
    `[a]: ${line}\n\n[a]`,
    `\`\`\`${line}\n${attack}\n\`\`\``,
    `$${line}$`,
    `$$\n\\text{${line}}\n$$`,
    `|${line}|\n|--|\n|${line}|`,
    `# ${line}`,
    `> - *${attack}*`,
  ]
  return dresses[number % dresses.length]!
}
