import { createHash } from 'node:crypto'
import { CONFLICT_MARKS } from '@askwell/contract/revisions.ts'
import type { Compared } from '@askwell/contract/revisions.ts'
import { LRUCache } from 'lru-cache'
import { outsideSlot } from '../lib/concurrency-slot.ts'
import { type CustomPart, type ParsedHtml, parseCustomParts } from '../lib/custom-html.ts'
import { Invalid, overloaded } from '../lib/errors.ts'
import type { Rendering } from '../lib/markdown.ts'
import type { PluginPorts } from '../lib/plugin-ports/running.ts'
import type { TextMode } from '../lib/sanitize.ts'
import { TooMuchWork, workers } from './pool.ts'

const unlessTooMuch = async <T, E>(work: Promise<T>, otherwise: () => E): Promise<T | E> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    if (error.isStarved) throw overloaded
    return otherwise()
  }
}

/** Plugins that make something else of blocks of code, or of addresses. */
type Drawing = Pick<PluginPorts, 'languages' | 'draw' | 'embeddedHosts' | 'embed'>

/** Whether a language is named where a block of code could begin, or a host anywhere: cheaper than reading the text, which is done only then. */
export const mayHave = (
  text: string,
  { languages, hosts }: { languages: readonly string[]; hosts: readonly string[] },
) =>
  languages.some((language) => text.includes(`\`\`\`${language}`) || text.includes(`~~~${language}`)) ||
  (languages.length > 0 && /(```|~~~)[ \t]/.test(text)) ||
  hosts.some((host) => text.includes(host) || host.includes('xn--')) // which people write in letters of their own

const NOTHING = { blocks: [], addresses: [] }

/** What plugins make of a text. */
const madeByPlugins = async (
  text: string,
  plugins: Drawing,
  patient: boolean,
): Promise<Pick<Rendering, 'drawn' | 'embedded'> & { isWhole: boolean }> => {
  const [languages, hosts] = [plugins.languages(), plugins.embeddedHosts()]
  if (!mayHave(text, { languages, hosts })) return { isWhole: true }
  const { blocks, addresses } = await unlessTooMuch(
    workers().run('forPlugins', { text, languages, hosts }, { patient }),
    () => NOTHING,
  )
  if (!blocks.length && !addresses.length) return { isWhole: true }
  const [{ html, ...blocksMade }, { embedded, ...addressesMade }] = await outsideSlot(() =>
    Promise.all([plugins.draw(blocks), plugins.embed(addresses)]),
  )
  const drawn = blocks.flatMap((block, at) => (html[at] === undefined ? [] : [{ ...block, html: html[at] }]))
  return { drawn, embedded, isWhole: blocksMade.isWhole && addressesMade.isWhole }
}

/** A text as HTML, and what was found in it; one that nobody could show is refused on its field. It isn't whole where a plugin didn't answer. */
export const renderText = async (
  text: string,
  {
    field,
    mode = 'post',
    patient = false,
    plugins,
  }: { field: string; mode?: TextMode; patient?: boolean; plugins?: Drawing },
) => {
  const { isWhole, ...made } =
    plugins && mode === 'post' ? await madeByPlugins(text, plugins, patient) : { isWhole: true }
  const rendered = await unlessTooMuch(
    workers().run('render', { text, mode, ...made }, { patient }),
    () => 'too large' as const,
  )
  if (rendered === 'too large') throw new Invalid([{ field, reason: 'field.too_heavy' }])
  return { ...rendered, isWhole }
}

/** What was made of the last long texts, by their content: earlier texts never change, and many look at the same. */
const KEPT = 100
const CACHED_CHARACTERS = 16_000_000
const cached = new LRUCache<string, Promise<object>>({ max: KEPT, maxSize: CACHED_CHARACTERS })

const once = <T extends object>(texts: string[], make: () => Promise<T>): Promise<T> => {
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64')
  const known = cached.get(key)
  if (known) return known as Promise<T>
  const made = make()
  cached.set(key, made, { size: 1 + texts.reduce((sum, text) => sum + text.length, 0) })
  made.catch(() => cached.delete(key))
  return made
}

/** Two texts line by line; undefined where that is too much work. */
export const comparedTexts = (before: string, after: string): Promise<Compared | undefined> =>
  unlessTooMuch(
    once(['compare', before, after], () => workers().run('compare', { before, after })),
    () => undefined,
  )

/** Two edits of one text made into one; where that is too much work, as one conflict. */
export const mergedTexts = (texts: {
  mine: string
  base: string
  theirs: string
}): Promise<{ content: string; conflicts: number }> =>
  unlessTooMuch(
    once(['merge', texts.mine, texts.base, texts.theirs], () => workers().run('merge', texts)),
    () => ({
      content: [CONFLICT_MARKS.theirs, texts.theirs, CONFLICT_MARKS.between, texts.mine, CONFLICT_MARKS.mine].join(
        '\n',
      ),
      conflicts: 1,
    }),
  )

/** Secrets in each of some texts; none where that is too much work, which no text with secrets is. */
export const findSecrets = (texts: string[]) =>
  unlessTooMuch(workers().run('secrets', texts), () => texts.map(() => []))

/** A file of YAML as a value, or why it is none. */
export const readYaml = (file: string) => unlessTooMuch(workers().run('yaml', file), () => 'too much' as const)

const NOT_READ: ParsedHtml = { html: '', leftOut: ['#all'], scripts: [], hosts: { script: [], style: [], frame: [] } }

/**
 * The site's own HTML. It is short, so who finds no thread, or one that stands still, reads it here: a page without it would be wrong.
 * What is too much for a thread would be for the site.
 */
export const readCustomHtml = async (parts: CustomPart[]): Promise<ParsedHtml[]> => {
  try {
    return await workers().run('customHtml', parts)
  } catch (error) {
    if (!(error instanceof TooMuchWork) || error.isStarved) return parseCustomParts(parts)
    if (parts.length === 1) return [NOT_READ]
    return (await Promise.all(parts.map((part) => readCustomHtml([part])))).flat()
  }
}
