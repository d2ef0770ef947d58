import { DatabaseSync } from 'node:sqlite'
import { numberOf } from '@askwell/contract/ids.ts'
import { listOrigins } from '../src/features/operations/imports/queries.ts'
import { findLikeTitle, searchPage } from '../src/features/content/search/views.ts'
import type { App } from '../src/events/events.ts'
import { plainText } from '../src/lib/plain-text.ts'
import { choices } from './fuzz/random.ts'
import { rowsOf, SITE } from './read-dump.ts'

// Searches of which a dump knows the right hit, for the built-in search and for plain BM25 over title and body beside it.

const SHOWN = 10
const SEED = 5
const MOST_TITLES = 300

export interface Judged {
  name: string
  searches: number
  /** Of those whose hit is among the first ten. */
  recall: number
  /** Mean reciprocal rank. */
  mrr: number
}

interface Post {
  id: string
  title: string
  body: string
}

interface Case {
  /** By title: what the pages of a question show. By words: what one types. */
  by: 'title' | 'words'
  text: string
  wanted: string
  not?: string
}

const questionsOf = async (folder: string) => {
  const found = new Map<string, Post>()
  for (const { Id = '', PostTypeId, Title = '', Body = '' } of await rowsOf(folder, 'Posts'))
    if (PostTypeId === '1') found.set(Id, { id: Id, title: Title, body: Body })
  return found
}

const linksOf = async (folder: string, questions: Map<string, Post>, type: string): Promise<Case[]> => {
  const found: Case[] = []
  for (const { PostId = '', RelatedPostId = '', LinkTypeId } of await rowsOf(folder, 'PostLinks'))
    if (LinkTypeId === type && questions.has(PostId) && questions.has(RelatedPostId))
      found.push({ by: 'title', text: questions.get(PostId)!.title, wanted: RelatedPostId, not: PostId })
  return found
}

/** Three of a title's words, in their order. */
const threeWords = (questions: Map<string, Post>) => {
  const r = choices(SEED)
  const found: { words: string[]; wanted: string }[] = []
  for (const { id, title } of questions.values()) {
    const words = [...new Set(title.match(/[\p{L}\p{M}]{4,}/gu) ?? [])]
    while (words.length > 3) words.splice(r.below(words.length), 1)
    if (words.length === 3 && found.length < MOST_TITLES) found.push({ words, wanted: id })
  }
  return { found, r }
}

const casesOf = async (folder: string): Promise<Map<string, Case[]>> => {
  const questions = await questionsOf(folder)
  const { found, r } = threeWords(questions)
  const typed = (spoil: (words: string[]) => string[]) =>
    found.map(({ words, wanted }): Case => ({ by: 'words', text: spoil([...words]).join(' '), wanted }))
  return new Map([
    ['duplicate → original', await linksOf(folder, questions, '3')],
    ['question → linked question', await linksOf(folder, questions, '1')],
    ['three words of a title', typed((words) => words)],
    [
      'the same, one letter missing',
      typed((words) => {
        const at = r.below(3)
        const letter = 1 + r.below(words[at]!.length - 2)
        words[at] = words[at]!.slice(0, letter) + words[at]!.slice(letter + 1)
        return words
      }),
    ],
    ['the same, last word begun', typed(([a, b, c]) => [a!, b!, c!.slice(0, Math.ceil(c!.length * 0.6))])],
  ])
}

const judge = async (name: string, cases: Case[], find: (one: Case) => Promise<string[]>): Promise<Judged> => {
  let [found, ranks] = [0, 0]
  for (const one of cases) {
    const place = (await find(one))
      .filter((id) => id !== one.not)
      .slice(0, SHOWN)
      .indexOf(one.wanted)
    if (place < 0) continue
    found++
    ranks += 1 / (place + 1)
  }
  return { name, searches: cases.length, recall: found / cases.length, mrr: ranks / cases.length }
}

/** The words of a text, any of which suffices, ranked by BM25 with stems: what every database can do. */
const plainBm25 = async (folder: string) => {
  const db = new DatabaseSync(':memory:')
  db.exec(
    `create virtual table posts using fts5(id unindexed, text, tokenize = 'porter unicode61 remove_diacritics 2')`,
  )
  const insert = db.prepare('insert into posts values (?, ?)')
  for (const { id, title, body } of (await questionsOf(folder)).values()) insert.run(id, `${title}\n${plainText(body)}`)
  const select = db.prepare('select id from posts where posts match ? order by rank limit ?')
  return async ({ text }: Case) => {
    const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.map((word) => `"${word}"`) ?? []
    return words.length ? select.all(words.join(' OR '), SHOWN + 1).map((row) => row.id as string) : []
  }
}

/** Both searches on a site that has the dump: ours first. */
export const judgeSearches = async ({ db }: App, folder: string) => {
  const ids = await listOrigins(db, SITE, 'post', [...(await questionsOf(folder)).keys()])
  const keys = new Map([...ids].map(([key, id]) => [id, key]))
  const keyOf = (id: number) => keys.get(id) ?? ''
  const ours = async ({ by, text }: Case) => {
    if (by === 'title') return (await findLikeTitle(db, text, null, SHOWN + 1)).map(keyOf)
    const { list } = await searchPage(db, text, null, { order: 'relevance', page: 1, page_size: SHOWN })
    return list.map(({ object }) => keyOf(numberOf('question', object.question_id)))
  }
  const plain = await plainBm25(folder)
  const judged: { here: Judged; plain: Judged }[] = []
  for (const [name, cases] of await casesOf(folder))
    judged.push({ here: await judge(name, cases, ours), plain: await judge(name, cases, plain) })
  return judged
}
