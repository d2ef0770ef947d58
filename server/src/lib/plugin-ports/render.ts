import { CODE_LANGUAGE } from '@askwell/contract/plugin-pages.ts'
import type { Block } from '@askwell/plugin-kit'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { call, port, texts } from './port.ts'
import type { Asking } from './running.ts'

/** One text's blocks that plugins draw, and what they may make of all together; what comes after stays code. */
const BLOCKS_MAX = 20
const TEXT_CHARACTERS = 500_000
const BLOCK_CHARACTERS = 20_000
const DRAWN_CHARACTERS = 200_000
const KEPT_CHARACTERS = 4_000_000

const LANGUAGE = new RegExp(CODE_LANGUAGE)

export const problemOfLanguage = (language: string) =>
  LANGUAGE.test(language) ? undefined : `"${language}" is no language of code`

export const render = port({
  keys: {
    languages: texts('languages', {
      most: 20,
      problemOf: problemOfLanguage,
      missing: 'askwell.languages has to say what is rendered',
    }),
  },
  powers: ({ languages }) => languages.map((language) => `render:${language}`),
  calls: {
    render: call<readonly Block[]>()(
      3000,
      Type.Array(Type.Union([Type.String({ maxLength: DRAWN_CHARACTERS }), Type.Null()]), { maxItems: BLOCKS_MAX }),
    ),
  },
})

/** Blocks of code as plugins draw them, asked for all at once; what was drawn lately is kept. */
export const createDrawing = (plugins: Asking) => {
  const drawn = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  const nameFor = (language: string) =>
    plugins.having('render').find((slug_name) => plugins.manifestOf(slug_name).languages.includes(language))
  const keyOf = (slug_name: string, { language, text }: Block) => `${plugins.stateOf(slug_name)}\0${language}\0${text}`

  /** A plugin that fails leaves code. @returns whether it has answered. */
  const ask = async (slug_name: string, blocks: Block[]) => {
    const fresh = blocks.filter((block) => drawn.get(keyOf(slug_name, block)) === undefined)
    if (!fresh.length) return true
    const keys = fresh.map((block) => keyOf(slug_name, block))
    const answer = await plugins.ask(slug_name, 'render', fresh).catch(() => undefined)
    for (const [at, key] of keys.entries()) {
      const html = answer?.[at]
      if (typeof html === 'string') drawn.set(key, html)
    }
    return answer !== undefined
  }
  const awaited = () => plugins.awaited('render').flatMap(({ languages }) => languages)
  return {
    /** Languages of code that a plugin draws, or would if it ran. */
    languages: () => [
      ...plugins.having('render').flatMap((slug_name) => plugins.manifestOf(slug_name).languages),
      ...awaited(),
    ],
    /** The HTML of each block, still to be made safe; undefined for those that stay code. Whole once every plugin has answered that was to. */
    async draw(blocks: readonly Block[]): Promise<{ html: (string | undefined)[]; isWhole: boolean }> {
      const few = blocks.slice(0, BLOCKS_MAX).filter(({ text }) => text.length <= BLOCK_CHARACTERS)
      const byPlugin = Map.groupBy(few, ({ language }) => nameFor(language) ?? '')
      const isAwaited = byPlugin.get('')?.some(({ language }) => awaited().includes(language))
      byPlugin.delete('')
      // As the plugin is now: it may be set up anew before it has answered.
      const keys = blocks.map((block) => {
        const slug_name = nameFor(block.language)
        return slug_name && keyOf(slug_name, block)
      })
      const answered = await Promise.all([...byPlugin].map(([slug_name, own]) => ask(slug_name, own)))
      let room = TEXT_CHARACTERS
      const html = keys.map((key) => {
        const found = key && drawn.get(key)
        room -= found?.length ?? 0
        return room < 0 ? undefined : found
      })
      return { html, isWhole: !isAwaited && answered.every(Boolean) }
    },
  }
}
