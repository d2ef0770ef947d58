import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import { batches, type Import } from '../batches.ts'
import { Stopped } from '../import-stopped.ts'
import { listOrigins } from '../queries.ts'
import { importSuggestions } from '../suggestions.ts'
import { descriptionKey } from '../tags.ts'
import { type ImportedHistory, type ImportedText, importTexts } from '../texts.ts'
import { type AnswerDatabase, revisionsOf, type Row, rowsOf } from './queries.ts'
import { authorOf, num, REVISION_STATES, SHOWN, str, time } from './records.ts'
import { isSelected } from './selection.ts'

export const REVISIONS = 'revision'
/** Each is a whole text, as Markdown and as HTML. */
const AT_ONCE = 50

const THINGS = [
  ['question', 'post'],
  ['answer', 'post'],
  ['tag', 'tag'],
] as const

interface Snapshot {
  row: Row
  title: string
  text: string
  tags: { slug_name: string; display_name: string }[]
}

type Said = Record<string, unknown>
const word = (value: unknown) => (typeof value === 'string' ? value : '')

/** The whole of what it was then, as the old program writes its own structures: fields have the names that they have in its code. */
const snapshotOf = (row: Row, table: (typeof THINGS)[number][0]): Snapshot | undefined => {
  let said: Said
  try {
    said = JSON.parse(str(row.content)) as Said
  } catch {
    return undefined
  }
  if (typeof said?.OriginalText !== 'string') return undefined
  const tags = table === 'tag' ? [said] : Array.isArray(said.tags) ? (said.tags as Said[]) : []
  return {
    row,
    title: word(table === 'tag' ? said.DisplayName : said.Title),
    text: said.OriginalText,
    tags: tags
      .filter((tag) => word(tag?.SlugName))
      .map((tag) => ({ slug_name: word(tag.SlugName), display_name: word(tag.DisplayName) })),
  }
}

const about = ({ row }: Snapshot) => ({
  author: authorOf(row.user_id),
  log: [...str(row.log).replaceAll(/\s+/g, ' ').trim()].slice(0, EDIT_SUMMARY_MAX).join(''),
  created_at: time(row.created_at),
  restored_number: 0,
})

type Counting = Pick<Import, 'tally' | 'selection' | 'signal'>

/** What is shown, with all that was ever written of it and can be read; what was rejected stays behind. */
async function* historiesIn({ tally, selection, signal }: Counting, answer: AnswerDatabase) {
  let line = 0
  for (const [table, of] of THINGS)
    for await (const things of batches(rowsOf(answer, table, SHOWN), AT_ONCE)) {
      if (signal.aborted) throw new Stopped()
      const keys = things.filter((row) => !selection || isSelected(selection, table, row)).map(({ id }) => str(id))
      const found: Snapshot[] = []
      for (const row of revisionsOf(answer, keys)) {
        line++
        tally.count(REVISIONS, 'rows')
        const snapshot = snapshotOf(row, table)
        if (!snapshot) tally.complain(REVISIONS, line, `revision ${str(row.id)}: its content can't be read`)
        else if (!(Object.values(REVISION_STATES) as number[]).includes(num(row.status)))
          tally.count(REVISIONS, 'other')
        else found.push(snapshot)
      }
      const isWaiting = ({ row }: Snapshot) => num(row.status) === REVISION_STATES.waiting
      yield {
        of,
        waiting: found.filter(isWaiting),
        histories: Map.groupBy(
          found.filter((one) => !isWaiting(one)),
          ({ row }) => str(row.object_id),
        ),
      }
    }
}

/** A tag that is described otherwise here keeps the history that it has. */
const ofOwnText = async ({ app, site }: Import, keys: string[]) => {
  const described = await listOrigins(app.db, site, 'tag_text', keys.map(descriptionKey))
  return new Set(keys.filter((key) => described.has(descriptionKey(key))))
}

const bringHistories = async (one: Import, of: 'post' | 'tag', all: Map<string, Snapshot[]>) => {
  const own = of === 'tag' ? await ofOwnText(one, [...all.keys()]) : undefined
  const edited = [...all].filter(([key, its]) => its.length > 1 && (!own || own.has(key)))
  const histories = edited.map(([post_key, its]): ImportedHistory => ({
    post_key,
    count: its.length,
    last: about(its.at(-1)!),
  }))
  const earlier = edited.flatMap(([post_key, its]) =>
    its.slice(0, -1).map((snapshot, at) => ({ ...snapshot, post_key, number: at + 1 })),
  )
  const made = await one.rendering.run(earlier.map(({ text }) => ({ kind: 'markdown', text })))
  const texts = earlier.map((snapshot, at): ImportedText => {
    const text = made[at]!
    return {
      ...about(snapshot),
      post_key: snapshot.post_key,
      number: snapshot.number,
      title: snapshot.title,
      tags: snapshot.tags.map(({ slug_name }) => slug_name),
      text: typeof text === 'string' ? undefined : text,
    }
  })
  const added = histories.length ? await importTexts(one.app, one.site, histories, texts, of) : 0
  const total = [...all.values()].reduce((sum, its) => sum + its.length, 0)
  one.tally.note(REVISIONS, { added, present: total - added })
}

const bringWaiting = async (one: Import, of: 'post' | 'tag', waiting: Snapshot[]) => {
  const made = await one.rendering.run(waiting.map(({ title, text }) => ({ kind: 'post', title, markdown: text })))
  const ready = waiting.flatMap((snapshot, at) => {
    const text = made[at]!
    if (typeof text === 'string') return []
    const { original_text, parsed_text, description } = text
    const { title, tags, row } = snapshot
    const { restored_number: _, ...said } = about(snapshot)
    const thing_key = str(row.object_id)
    return [{ ...said, key: str(row.id), of, thing_key, title, tags, original_text, parsed_text, description }]
  })
  const added = await importSuggestions(one.app, one.site, of, ready)
  one.tally.note(REVISIONS, { added, present: waiting.length - added })
}

/** What posts and tags were before, and edits that wait. The present text is the last of those that there were. */
export const bringRevisions = async (one: Import, answer: AnswerDatabase) => {
  for await (const { of, histories, waiting } of historiesIn(one, answer)) {
    await bringHistories(one, of, histories)
    if (waiting.length) await bringWaiting(one, of, waiting)
  }
}

export const examineRevisions = async (one: Counting & Pick<Import, 'app' | 'site'>, answer: AnswerDatabase) => {
  for await (const { of, histories, waiting } of historiesIn(one, answer)) {
    const known = await listOrigins(one.app.db, one.site, of, [...histories.keys()])
    for (const [key, its] of histories) {
      const added = known.has(key) ? 0 : its.length - 1
      one.tally.note(REVISIONS, { added, present: its.length - added })
    }
    one.tally.note(REVISIONS, { added: waiting.length, present: 0 })
  }
}
