import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { admin, type TestUser, register } from '../e2e/people.ts'
import { answer, ask, comment, makeTag, vote } from '../e2e/posts.ts'
import { type Site, startSite } from '../e2e/site.ts'

const FOLDER = join(import.meta.dirname, 'lighthouse')
const CHROMIUM = process.env.ASKWELL_E2E_CHROMIUM || '/usr/bin/chromium'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
})
const USAGE = 'npm run lighthouse -- [--rounds 3] [--only home,question,tag,ask,login]'

/** As much as is read of a report here. */
interface Audit {
  id: string
  title: string
  score: number | null
  numericValue?: number
  displayValue?: string
  scoreDisplayMode: string
  details?: { items?: { description?: string; node?: { snippet?: string } }[] }
}
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}
type Lighthouse = (url: string, flags: object, config: object) => Promise<{ lhr: Report } | undefined>
interface Chrome {
  port: number
  kill(): void
}

/** It is large, so it isn't among what the site needs: it comes when it is first asked for, as its own lock file says. */
const load = async () => {
  if (!existsSync(join(FOLDER, 'node_modules/lighthouse')))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  const module = async (path: string) => (await import(join(FOLDER, 'node_modules', path))) as Record<string, unknown>
  const [lighthouse, launcher] = [
    await module('lighthouse/core/index.js'),
    await module('chrome-launcher/dist/index.js'),
  ]
  return {
    lighthouse: lighthouse.default as Lighthouse,
    desktop: lighthouse.desktopConfig as object,
    launch: launcher.launch as (options: object) => Promise<Chrome>,
  }
}

const CODE = `\`\`\`ts
/** How long the dough rests, by its warmth. */
export const restFor = (degrees: number): number => {
  if (degrees < 4) throw new RangeError('it would never rise')
  return Math.round(720 / (degrees - 3)) * 60
}
\`\`\``
const PARAGRAPH =
  'What helped us was to write down the warmth of the room, the flour and the water each time, and to change only one of them from one day to the next. After two weeks there was a table that one could trust, and the bread has not failed since.'

/** A thread as long as those that are found by search engines, and lists that fill a page. */
const fill = async (site: Site) => {
  const chief = await admin(site)
  const people: TestUser[] = []
  for (const name of ['Ada', 'Bruno', 'Cleo', 'Dana']) people.push(await register(site, name))
  const one = (place: number) => people[place % people.length]!
  for (const tag of ['dough', 'flour', 'oven']) await makeTag(site, chief, tag)
  for (let place = 0; place < 34; place++)
    await ask(site, one(place), {
      title: `How long does dough number ${place + 1} have to rest before it goes into the oven`,
      content: `${PARAGRAPH}\n\n${PARAGRAPH}`,
      tags: [['dough', 'flour', 'oven'][place % 3]!],
    })
  const question = await ask(site, one(0), {
    title: 'Why does my sourdough not rise when the kitchen is cold',
    content: `${PARAGRAPH}\n\n${CODE}\n\n> It says that it never fails.\n\n- flour\n- water\n- salt\n\n${PARAGRAPH}`,
    tags: ['dough', 'flour'],
  })
  // One answer each: more of them need more people.
  for (let place = 0; place < 12; place++) {
    const person = await register(site, `Baker${place}`)
    const { id } = await answer(
      site,
      person,
      question.id,
      `${PARAGRAPH}\n\n${place % 2 ? CODE : `1. Wait.\n2. Wait **longer**.\n3. See \`restFor(${place + 5})\`.`}\n\n${PARAGRAPH}`,
    )
    for (let number = 0; number < 3; number++)
      await comment(
        site,
        one(number + 1),
        id,
        `Comment number ${number + 1}: and how warm was the water that you took?`,
      )
    if (place < 6) await vote(site, chief, id).catch(() => {}) // without the reputation it has no votes
  }
  return { reader: one(1), path: `/questions/${question.id}/${question.url_title}` }
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const middle = <T>(list: T[], of: (one: T) => number) =>
  list.toSorted((a, b) => of(a) - of(b))[Math.floor(list.length / 2)]!
const percent = (score: number | null | undefined) => Math.round((score ?? 0) * 100)

/** What costs points: of the audits that count, or that say what to do about them. */
const losses = ({ categories, audits }: Report) => {
  const counted = new Set(
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  )
  return Object.values(audits)
    .filter(
      ({ id, score, scoreDisplayMode }) =>
        counted.has(id) && score !== null && score < 0.995 && scoreDisplayMode !== 'notApplicable',
    )
    .map(({ id, displayValue, score, details }) => {
      const what = details?.items?.map(({ description, node }) => description ?? node?.snippet).filter(Boolean) ?? []
      return [
        `${id} ${percent(score)}`,
        displayValue && ` (${displayValue})`,
        what.length > 0 && `: ${what.join(' | ')}`,
      ]
        .filter(Boolean)
        .join('')
    })
}

const measure = async () => {
  if (values.help) return console.log(USAGE)
  const { lighthouse, desktop, launch } = await load()
  const site = await startSite()
  try {
    const { reader, path } = await fill(site)
    const pages: [name: string, address: string, token?: string][] = [
      ['home', '/'],
      ['question', path],
      ['tag', '/tags/dough'],
      ['ask', '/questions/ask', reader.token],
      ['login', '/users/login'],
    ]
    const chosen = pages.filter(([name]) => !values.only || values.only.split(',').includes(name))
    const rows = []
    const lost: string[] = []
    for (const [name, address, token] of chosen)
      for (const form of ['phone', 'desktop']) {
        const reports: Report[] = []
        for (let round = 0; round < Number(values.rounds); round++) {
          // A fresh profile each time, as somebody who comes from a search engine has it.
          const chrome = await launch({
            chromePath: CHROMIUM,
            chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
          })
          try {
            const result = await lighthouse(
              site.url + address,
              {
                port: chrome.port,
                logLevel: 'error',
                output: 'json',
                onlyCategories: CATEGORIES,
                ...(token && { extraHeaders: { Cookie: `askwell_session=${token}` } }),
              },
              form === 'desktop' ? desktop : { extends: 'lighthouse:default' },
            )
            if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no report')
            reports.push(result.lhr)
          } finally {
            chrome.kill()
          }
        }
        const report = middle(reports, ({ categories }) => categories.performance?.score ?? 0)
        const of = (id: string) => report.audits[id]?.numericValue ?? 0
        rows.push({
          page: name,
          on: form,
          ...Object.fromEntries(CATEGORIES.map((category) => [category, percent(report.categories[category]?.score)])),
          'FCP s': (of('first-contentful-paint') / 1000).toFixed(2),
          'LCP s': (of('largest-contentful-paint') / 1000).toFixed(2),
          'TBT ms': Math.round(of('total-blocking-time')),
          CLS: of('cumulative-layout-shift').toFixed(3),
          KB: Math.round(of('total-byte-weight') / 1000),
        })
        const losing = losses(report)
        if (losing.length) lost.push(`${name} on ${form}:\n  ${losing.join('\n  ')}`)
      }
    console.table(rows)
    console.log(lost.length ? `Points lost:\n${lost.join('\n')}` : 'No point lost.')
  } finally {
    await site.stop()
  }
}

await measure()
