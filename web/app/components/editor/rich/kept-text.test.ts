import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { EditorState } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { readText, writeText } from './kept-text.ts'
import { schema } from './schema.ts'

const DATA = process.env.ASKWELL_TEST_DATA ?? join(import.meta.dirname, '../../../../../../shared/data')
const CORPORA = [
  'stackexchange-beer-2020',
  'stackexchange-conlang-meta-2020',
  'markdown-and-xss',
  'multilingual',
  'markdown-real-pairs',
].map((name) => [name, join(DATA, name)] as const)
/** Every way of writing something once: these are always there. */
const SAMPLES = ['samples of our own', join(import.meta.dirname, 'kept-text.samples.json')] as const

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" }
const decoded = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, number?: string, name?: string) =>
    name ? ENTITIES[name]! : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(number)),
  )
const filesIn = (place: string) =>
  statSync(place).isFile()
    ? [place]
    : readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name))
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []
const textsOf = (path: string): string[] => {
  if (path.endsWith('PostHistory.xml'))
    return [...readFileSync(path, 'utf8').matchAll(/PostHistoryTypeId="[258]".*? Text="([^"]*)"/g)].map(([, text]) =>
      decoded(text!),
    )
  if (/\.(?:md|txt)$/.test(path)) return [readFileSync(path, 'utf8')]
  if (path.endsWith('.json')) return stringsIn(JSON.parse(readFileSync(path, 'utf8')))
  if (path.endsWith('.jsonl.gz'))
    return gunzipSync(readFileSync(path))
      .toString()
      .trim()
      .split('\n')
      .flatMap((line) => stringsIn(JSON.parse(line)))
  return []
}

const again = (text: string) => {
  const read = readText(text)
  return { read, markdown: writeText(read, read.doc).markdown }
}

/** The same numbers each time. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

/** Types a word somewhere. @returns which block has changed, and the text before and after. */
const edited = (text: string, random: () => number) => {
  const read = readText(text)
  const before = writeText(read, read.doc)
  const places: number[] = []
  read.doc.descendants(
    (node, pos) => void (node.isTextblock && places.push(pos + 1 + Math.floor(random() * (node.content.size + 1)))),
  )
  const at = places[Math.floor(random() * places.length)]!
  const state = EditorState.create({ doc: read.doc }).apply(
    EditorState.create({ doc: read.doc }).tr.insertText('Xy', at),
  )
  const after = writeText(read, state.doc)
  return { read, doc: state.doc, before, after, changed: read.doc.resolve(at).index(0) }
}

describe.each([SAMPLES, ...CORPORA])('%s', (name, place) => {
  const isThere = place === SAMPLES[1] || existsSync(place)
  if (!isThere) console.error(`\n!!! SKIPPED: no test texts at ${place} (set ASKWELL_TEST_DATA)\n`)
  const texts = isThere ? [...new Set(filesIn(place).flatMap(textsOf))] : []

  test.skipIf(!isThere)('no text changes by being opened and closed', { timeout: 120_000 }, () => {
    expect(texts.length).toBeGreaterThan(10)
    const blocks = { all: 0, source: 0 }
    for (const text of texts) {
      const { read, markdown } = again(text)
      if (markdown !== text) expect(markdown).toBe(text)
      for (const { type, textContent } of read.read) {
        blocks.all++
        if (type === schema.nodes.source && !/^ {0,3}\[[^\]]+\]:/.test(textContent)) blocks.source++
      }
    }
    if (name.startsWith('stackexchange')) expect(blocks.source / blocks.all).toBeLessThan(0.02)
  })

  test.skipIf(!isThere)(
    'typing a word leaves all other blocks as they were, letter for letter',
    { timeout: 120_000 },
    () => {
      const random = dice(1)
      const wrong: string[] = []
      const some = texts
        .filter(({ length }) => length < 20_000)
        .filter((_, at) => at % Math.ceil(texts.length / 600) === 0)
      for (const text of some) {
        const { read, doc, before, after, changed } = edited(text, random)
        const others = ({ placed, markdown }: typeof before, all: typeof doc) =>
          placed.filter(({ node }) => node !== all.child(changed)).map(({ from, to }) => markdown.slice(from, to))
        // Behind a list that has changed, an indented block would become part of it.
        // Code that nothing closes is closed before what is written behind it.
        const closing = /\n(?:`{3,}|~{3,})$/
        const flush = (blocks: string[]) =>
          blocks.map((block, at) =>
            at === changed ? block.trimStart() : at === changed - 1 ? block.replace(closing, '') : block,
          )
        expect(flush(others(after, doc))).toEqual(flush(others(before, read.doc)))
        const type = doc.child(changed).type
        // What was typed is part of a word; where it stands beside a sign it may take that its meaning, which the reader of the source sees, too.
        if (type !== schema.nodes.source && !again(after.markdown).read.doc.eq(doc))
          wrong.push(`${doc.child(changed).toString()}\n${after.markdown.slice(0, 1_000_000)}`)
      }
      expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(some.length / 100)
    },
  )
})
