import { CONFLICT_MARKS } from '@askwell/contract/revisions.ts'
import { diff3Merge } from 'node-diff3'

/** Comparing costs the square of what differs: what is longer is a conflict as a whole. */
const LINES_MAX = 2000
const WORDS_MAX = 1000
/** And where the same lines or words come again and again, each may match any of the others: this many pairs are tried. */
const PAIRS_MAX = 300_000

type Region = ReturnType<typeof diff3Merge<string>>[number]

const countsOf = (list: string[]) => {
  const counts = new Map<string, number>()
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** How many pairs of equal items two lists make. */
const pairsOf = (one: string[], other: string[]) => {
  const counts = countsOf(other)
  return one.reduce((sum, item) => sum + (counts.get(item) ?? 0), 0)
}

const commonStart = (lists: string[][]) => {
  const [first, ...others] = lists as [string[], ...string[][]]
  const most = Math.min(...lists.map((list) => list.length))
  let at = 0
  while (at < most && others.every((list) => list[at] === first[at])) at++
  return at
}

type Three = [string[], string[], string[]]

const isQuick = ([a, o, b]: Three, max: number) =>
  a.length <= max && o.length <= max && b.length <= max && pairsOf(a, o) <= PAIRS_MAX && pairsOf(b, o) <= PAIRS_MAX

/** Three lists as regions: what goes together by itself, and what doesn't. Undefined where that would take too long. */
const regionsOf = (three: Three, max: number): Region[] | undefined => {
  if (isQuick(three, max)) return diff3Merge(...three, { excludeFalseConflicts: true })
  // What all begin and end with goes together anyway, and mostly leaves little.
  const start = commonStart(three)
  const rests = three.map((list) => list.slice(start))
  const end = commonStart(rests.map((list) => list.toReversed()))
  const middle = rests.map((list) => list.slice(0, list.length - end)) as Three
  if (!isQuick(middle, max)) return undefined
  const [a] = three
  return [
    { ok: a.slice(0, start) },
    ...diff3Merge(...middle, { excludeFalseConflicts: true }),
    { ok: a.slice(a.length - end) },
  ]
}

/** By words, where the same lines were changed; undefined where the same words were. */
const mergedWords = ({ a, o, b }: { a: string[]; o: string[]; b: string[] }) => {
  const words = [a, o, b].map((lines) => lines.join('\n').split(/(\s+)/)) as Three
  const regions = regionsOf(words, WORDS_MAX)
  return regions?.every(({ ok }) => ok)
    ? regions
        .flatMap(({ ok }) => ok ?? [])
        .join('')
        .split('\n')
    : undefined
}

/** Two edits of one text, made into one: `mine` and `theirs` both began from `base`. What both have changed stands there twice, between marks. */
export const mergeContent = (mine: string, base: string, theirs: string): { content: string; conflicts: number } => {
  if (theirs === base || mine === theirs) return { content: mine, conflicts: 0 }
  if (mine === base) return { content: theirs, conflicts: 0 }
  const [a, o, b] = [mine, base, theirs].map((text) => text.split('\n')) as Three
  const regions = regionsOf([a, o, b], LINES_MAX) ?? [{ conflict: { a, aIndex: 0, o, oIndex: 0, b, bIndex: 0 } }]
  let conflicts = 0
  const lines = regions.flatMap(({ ok, conflict }) => {
    const settled = ok ?? mergedWords(conflict!)
    if (settled) return settled
    conflicts++
    return [CONFLICT_MARKS.theirs, ...conflict!.b, CONFLICT_MARKS.between, ...conflict!.a, CONFLICT_MARKS.mine]
  })
  return { content: lines.join('\n'), conflicts }
}
