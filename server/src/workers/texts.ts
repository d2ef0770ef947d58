import { createHash } from 'node:crypto'
import { CONFLICT_MARKS } from '@askwell/contract/revisions.ts'
import type { Compared } from '@askwell/contract/revisions.ts'
import { LRUCache } from 'lru-cache'
import { Invalid } from '../lib/errors.ts'
import type { TextMode } from '../lib/sanitize.ts'
import { TooMuchWork, workers } from './pool.ts'

const unlessTooMuch = async <T, E>(work: Promise<T>, otherwise: () => E): Promise<T | E> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof TooMuchWork) return otherwise()
    throw error
  }
}

/** A text as HTML, and what was found in it; one that nobody could show is refused on its field. */
export const renderText = async (
  text: string,
  { field, mode = 'post', patient = false }: { field: string; mode?: TextMode; patient?: boolean },
) => {
  const rendered = await unlessTooMuch(workers().run('render', { text, mode }, { patient }), () => 'too large' as const)
  if (rendered === 'too large') throw new Invalid([{ field, reason: 'field.too_heavy' }])
  return rendered
}

/** What was made of the last long texts, by their content: earlier texts never change, and many look at the same. */
const KEPT = 100
const KEPT_CHARACTERS = 16_000_000
const kept = new LRUCache<string, Promise<object>>({ max: KEPT, maxSize: KEPT_CHARACTERS })

const once = <T extends object>(texts: string[], make: () => Promise<T>): Promise<T> => {
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64')
  const known = kept.get(key)
  if (known) return known as Promise<T>
  const made = make()
  kept.set(key, made, { size: 1 + texts.reduce((sum, text) => sum + text.length, 0) })
  made.catch(() => kept.delete(key))
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
