import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connect } from '../src/db/connect.ts'
import { type Db, isPostgres } from '../src/db/dialect.ts'
import { TookTooLong } from '../src/db/slow-reads.ts'
import { indexTexts } from '../src/features/content/search/service.ts'
import { INDEX_LANGUAGE } from '../src/features/content/search/queries.ts'
import { saveSetting } from '../src/features/operations/settings/queries.ts'
import { findLikeTitle, searchPage } from '../src/features/content/search/views.ts'
import { insertPosts } from '../src/features/content/posts/queries.ts'
import { plainText } from '../src/lib/plain-text.ts'
import { terms } from '../src/lib/text-terms.ts'
import { workers } from '../src/workers/pool.ts'

// How long searches take beside so many questions: in this process, one after the other, so that only the search is measured.

const { values } = parseArgs({
  options: {
    dump: { type: 'string' },
    judged: { type: 'string' },
    questions: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    data: { type: 'string' },
    searches: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '9' },
  },
})
if (!values.dump && !values.judged)
  throw new Error('--dump DIR: whose sentences the questions are made of; --judged DIR: whose searches are judged')

/** A site made for measuring only. */
const makeSite = (database: string | undefined) => {
  const data = mkdtempSync(join(tmpdir(), 'askwell-search-'))
  const asked = {
    'site-name': 'Figures',
    'site-url': 'http://127.0.0.1',
    'contact-email': 'admin@example.com',
    name: 'admin',
    email: 'admin@example.com',
    password: 'only-for-figures',
    data,
    ...(database && { database }),
  }
  const flags = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value])
  execFileSync(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), 'install', ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return data
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

const LANGUAGE = 'en_US'
const QUESTIONS = Number(values.questions)
const BATCH = 2000
const SENTENCES = 6
const deadline = Date.now() + Number(values.minutes) * 60_000

/** The same numbers each time. */
const numbersFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

const decode = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#xA;', '\n')
    .replaceAll('&amp;', '&')

interface Piece {
  text: string
  terms: string
}
const pieceOf = (text: string): Piece => ({ text, terms: terms(text, LANGUAGE).join(' ') })

const corpusOf = (folder: string) => {
  const posts = readFileSync(join(folder, 'Posts.xml'), 'utf8')
  const titles = [...posts.matchAll(/ Title="([^"]*)"/g)].map(([, title]) => decode(title!))
  const sentences = [...posts.matchAll(/ Body="([^"]*)"/g)].flatMap(([, body]) =>
    plainText(decode(body!)).split(/(?<=[.?!])\s+/),
  )
  const isFit = (text: string) => text.length > 20 && text.length < 200
  return { titles: titles.map(pieceOf), sentences: sentences.filter(isFit).map(pieceOf) }
}

/** A word as rare as this number is high; most words of a large site are rare ones. */
const SYLLABLES = [
  'ba',
  'ko',
  'ri',
  'tu',
  'mel',
  'son',
  'da',
  'pin',
  'lor',
  'vec',
  'hul',
  'zan',
  'gri',
  'fos',
  'tem',
  'qua',
]
const rareWord = (number: number) => {
  let word = ''
  for (let rest = number + 256; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16]
  return word
}

type Corpus = ReturnType<typeof corpusOf>
const questionOf = ({ titles, sentences }: Corpus, id: number) => {
  const random = numbersFrom(id)
  const one = (list: Piece[]) => list[Math.floor(random() * list.length)]!
  const rare = pieceOf(rareWord(Math.floor(random() ** 3 * QUESTIONS)))
  const title = [one(titles), rare]
  const body = [
    ...Array.from({ length: SENTENCES }, () => one(sentences)),
    pieceOf(rareWord(Math.floor(random() * QUESTIONS))),
  ]
  const joined = (pieces: Piece[], key: 'text' | 'terms') => pieces.map((piece) => piece[key]).join(' ')
  return {
    id,
    title: joined(title, 'text'),
    text: joined(body, 'text'),
    terms: { id, title: joined(title, 'terms'), body: joined(body, 'terms'), plain_text: joined(body, 'text') },
    score: Math.floor(random() ** 6 * 100),
  }
}

const lastId = async (db: Db) =>
  (await sql<{ id: number }>`select max(id) as id from posts`.execute(db)).rows[0]?.id ?? 0

const fill = async ({ write: db }: ReturnType<typeof connect>, corpus: Corpus) => {
  const gin = isPostgres(db)
  let last = await lastId(db)
  if (last >= QUESTIONS) return true
  if (gin) await sql`drop index if exists search_terms_terms`.execute(db)
  const now = Math.floor(Date.now() / 1000)
  for (let told = last; last < QUESTIONS; last += BATCH) {
    if (Date.now() > deadline) return false
    const made = Array.from({ length: BATCH }, (_, n) => questionOf(corpus, last + 1 + n))
    await db.transaction().execute(async (tx) => {
      await insertPosts(
        tx,
        made.map(({ id, title, text, score }) => ({
          id,
          kind: 'question' as const,
          question_id: id,
          user_id: 1,
          title,
          url_title: 'q',
          score,
          original_text: text,
          parsed_text: text,
          description: text.slice(0, 200),
          created_at: now - QUESTIONS + id,
          active_at: now - QUESTIONS + id,
        })),
      )
      await indexTexts(
        { db: tx, now: () => now },
        made.map((one) => one.terms),
      )
    })
    if (last - told >= 50_000) say(`${(told = last)} questions`)
  }
  if (gin) await sql`create index if not exists search_terms_terms on search_terms using gin (terms)`.execute(db)
  await saveSetting(db, INDEX_LANGUAGE, LANGUAGE, now)
  await sql`analyze`.execute(db)
  return true
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** A search that is given up counts with the time it was given. */
const unlessTooLong = (search: Promise<unknown>) =>
  search.catch((error: unknown) => {
    if (!(error instanceof TookTooLong)) throw error
  })

const measure = async (name: string, texts: string[], find: (text: string) => Promise<unknown>) => {
  const times: number[] = []
  const processor: number[] = []
  for (const text of texts) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    await unlessTooLong(find(text))
    times.push(performance.now() - began)
    const { user, system } = process.cpuUsage(used)
    processor.push((user + system) / 1000)
  }
  const shown = [times, processor].flatMap((list) => {
    const sorted = list.toSorted((a, b) => a - b)
    return [0.5, 0.95, 0.99].map((share) => percentile(sorted, share).toFixed(1))
  })
  say(`| ${name.padEnd(44)} | ${shown.map((time) => time.padStart(8)).join(' | ')} |`)
}

const withSlip = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)

const bench = async () => {
  const data = values.data ?? makeSite(values.database)
  const database = connect(values.database ?? `sqlite:${join(data, 'askwell.db')}`)
  const corpus = corpusOf(values.dump!)
  say(`${data}`)
  if (await fill(database, corpus)) {
    const db = database.read
    const random = numbersFrom(7)
    const asked = Array.from({ length: Number(values.searches) }, () =>
      questionOf(corpus, 1 + Math.floor(random() * QUESTIONS)),
    )
    const wordsOf = ({ title }: (typeof asked)[number]) => title.match(/[\p{L}]{4,}/gu) ?? []
    const search = (q: string) => searchPage(db, q, null, { order: 'relevance', page: 1, page_size: 20 })
    const some = (pick: (words: string[]) => string[]) => asked.map((one) => pick(wordsOf(one)).join(' '))
    say(`| ${'ms'.padEnd(44)} |      p50 |      p95 |      p99 | CPU: p50 |      p95 |      p99 |`)
    for (const warm of asked.slice(0, 20)) await unlessTooLong(findLikeTitle(db, warm.title, null, 10))
    await measure(
      'similar questions, by a whole title',
      asked.map(({ title }) => title),
      (title) => findLikeTitle(db, title, null, 10),
    )
    await measure(
      'the same, without its rare word',
      asked.map(({ title }) => title.slice(0, title.lastIndexOf(' '))),
      (title) => findLikeTitle(db, title, null, 10),
    )
    await measure(
      'ten words',
      asked.map((one, at) => [...wordsOf(one), ...wordsOf(asked[(at + 1) % asked.length]!)].slice(0, 10).join(' ')),
      search,
    )
    await measure(
      'a rare word',
      some((words) => words.slice(-1)),
      search,
    )
    await measure(
      'one word of a title',
      some((words) => words.slice(0, 1)),
      search,
    )
    await measure(
      'three words of a title',
      some((words) => words.slice(-3)),
      search,
    )
    await measure(
      'three common words',
      some((words) => words.slice(0, 3)),
      search,
    )
    await measure(
      'three words, a letter of one left out',
      some((words) => words.slice(-3).map((word, at) => (at === 1 ? withSlip(word, 1) : word))),
      search,
    )
    await measure(
      'a rare word, a letter left out',
      some((words) => words.slice(-1).map((word) => withSlip(word, 3))),
      search,
    )
    await measure(
      'three words, the last one begun',
      some((words) =>
        words.slice(-4, -1).map((word, at) => (at === 2 ? word.slice(0, Math.ceil(word.length * 0.6)) : word)),
      ),
      search,
    )
  } else say('There is more to make: run it again with the same --data.')
  await database.close()
  await workers().close()
}

if (values.judged) {
  await (await import('./judged-figures.ts')).printJudged(values.judged, say)
  await workers().close()
}
if (values.dump) await bench()
