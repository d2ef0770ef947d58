import { isVisible } from '@askwell/contract/visible.ts'
import { collectGarbage } from '../lib/collect-garbage.ts'
import { parseCustomParts } from '../lib/custom-html.ts'
import { renderImported } from '../lib/imported-text.ts'
import { analysedText, type IndexedText } from '../lib/indexed-text.ts'
import { partsForPlugins, type Rendering, renderMarkdown } from '../lib/markdown.ts'
import { excerptAround, type Searched } from '../lib/excerpt-around.ts'
import { description, plainText } from '../lib/plain-text.ts'
import { secretsIn } from '../lib/secrets.ts'
import { compareTexts } from '../lib/text-diff.ts'
import { mergeContent } from '../lib/text-merge.ts'
import { loadYaml } from '../lib/yaml.ts'

/**
 * What runs on the threads of the pool, under its name: from one plain value another is made, nothing else is known here.
 * A new kind of work is one more function.
 */

/** HTML of more characters than this is no text that anybody reads; a page shows several. */
const MOST_HTML = 600_000

export const render = ({ text, mode = 'post', ...more }: { text: string } & Rendering) => {
  const { html, mentions, links } = renderMarkdown(text, { mode, ...more })
  if (html.length > MOST_HTML) return 'too large' as const
  return {
    html,
    isEmpty: !isVisible(plainText(html, { formulas: 'seen' })),
    description: mode === 'post' ? description(html) : '',
    mentions,
    links,
  }
}

/** What plugins are asked about. */
export const forPlugins = ({ text, languages, hosts }: { text: string; languages: string[]; hosts: string[] }) =>
  partsForPlugins(text, languages, hosts)

/** Of each text. */
export const secrets = (texts: string[]) => texts.map(secretsIn)

export const plain = (html: string) => plainText(html)

export const analyse = ({ texts, language }: { texts: IndexedText[]; language: string }) =>
  texts.map((text) => analysedText(text, language))

export const excerpts = ({ texts, ...searched }: { texts: string[] } & Searched) =>
  texts.map((text) => excerptAround(text, searched))

export const compare = ({ before, after }: { before: string; after: string }) => compareTexts(before, after)

export const merge = ({ mine, base, theirs }: { mine: string; base: string; theirs: string }) =>
  mergeContent(mine, base, theirs)

/** Each name in a map is compared with all others in it, so a long map would take minutes: this many are enough for 1,400 names. */
const MOST_COMPARED = 1_000_000

/** Nothing in it may refer to anything else in it: a short file could stand for an endless one. */
export const yaml = (file: string): { read: unknown } | { problem: string } | 'too much' => {
  const { isScalar, parse } = loadYaml()
  let compared = 0
  try {
    return {
      read: parse(file, {
        maxAliasCount: 0,
        uniqueKeys: (a, b) => {
          if (++compared > MOST_COMPARED) throw new RangeError('too many names')
          return a === b || (isScalar(a) && isScalar(b) && a.value === b.value)
        },
      }),
    }
  } catch (error) {
    if (compared > MOST_COMPARED) return 'too much'
    return { problem: (error as Error).message.split('\n', 1)[0]! }
  }
}

export const customHtml = parseCustomParts

export const bring = renderImported

/** After much work: what the thread has heaped up. */
export const giveBack = (_: null) => collectGarbage()
