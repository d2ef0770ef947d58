import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import type { Import } from '../batches.ts'
import { type ImportedHistory, importTexts, type ImportedText, noteRestored } from '../texts.ts'
import { createEditCounts, type EditCounts } from './edit-counts.ts'
import { fieldsIn, type Fields, hasFile } from './files.ts'
import { createHistory, withoutTexts } from './history.ts'
import { author, oneLine, time, titleFrom } from './records.ts'
import type { Wants } from './rows.ts'

// The texts that posts have had stand in PostHistory.xml: a row for each part that changed, those of one edit under one number of their own. A dump may lack the file.

/** The first text, an edit, and a rollback. */
const TITLE = ['1', '4', '7']
const BODY = ['2', '5', '8']
const TAGS = ['3', '6', '9']
const ROLLED_BACK = ['7', '8', '9']

interface Edit {
  post_key: string
  guid: string
  line: number
  fields: Fields
  title?: string
  body?: string
  tags?: string[]
}

/** The file is read twice: which text of a post is its last is known at the end, and texts are too many to keep. */
const READINGS = 2

/** Rows of one edit may have a few others between them, of edits at the same time. */
const APART = 20

/** Each edit with all that it changed. */
async function* editsIn(rows: AsyncIterable<{ line: number; fields: Fields }>): AsyncGenerator<Edit> {
  const open: Edit[] = []
  for await (const { line, fields } of rows) {
    const { PostHistoryTypeId: type = '', PostId: post_key = '', RevisionGUID: guid = '', Text: text = '' } = fields
    if (![...TITLE, ...BODY, ...TAGS].includes(type) || !post_key) continue
    let edit = open.find((one) => one.guid === guid && one.post_key === post_key)
    if (!edit) open.push((edit = { post_key, guid, line, fields }))
    if (TITLE.includes(type)) edit.title = titleFrom(text)
    if (BODY.includes(type)) edit.body = text
    if (TAGS.includes(type)) edit.tags = text.match(/[^<>|]+/g) ?? []
    if (open.length > APART) yield open.shift()!
  }
  yield* open
}

/** For a rollback the old site only says to which text; the page would show that as a reason. */
const logOf = ({ Comment = '', PostHistoryTypeId = '' }: Record<string, string>) =>
  ROLLED_BACK.includes(PostHistoryTypeId) ? '' : [...oneLine(Comment)].slice(0, EDIT_SUMMARY_MAX).join('')

/** The edit that was restored, if any: "Rollback to [guid]". */
const targetOf = ({ post_key, fields: { Comment = '', PostHistoryTypeId = '' } }: Edit) => {
  const guid = ROLLED_BACK.includes(PostHistoryTypeId) ? /\[([\w-]+)\]/.exec(Comment)?.[1] : undefined
  return guid && `${post_key} ${guid}`
}

type Places = Map<string, number>
const about = (edit: Edit, places: Places) => ({
  author: author(edit.fields.UserId, edit.fields.UserDisplayName),
  log: logOf(edit.fields),
  created_at: time(edit.fields.CreationDate),
  restored_number: places.get(targetOf(edit) ?? '') ?? 0,
})

/** How many texts each post has had and whose the last one is, which of them were restored, and what else was done. */
const readOnce = async (one: Import, counts: EditCounts) => {
  const history = createHistory(one)
  async function* rows() {
    for await (const row of fieldsIn(one, 'PostHistory', { wants: withoutTexts, readings: READINGS })) {
      await history.take(row.fields)
      yield row
    }
  }
  const targets = new Set<string>()
  for await (const edit of editsIn(rows())) {
    if (counts.count(edit.post_key, about(edit, new Map())))
      one.tally.remark('PostHistory', edit.line, 'its CreationDate is before that of the edit before it')
    const target = targetOf(edit)
    if (target) targets.add(target)
  }
  await history.bring()
  return { targets, closings: history.closings }
}

/** Rows of one edit follow each other, so the last post is asked for again and again. */
const ofEdited = (counts: EditCounts): Wants => {
  let last: { key: string; isEdited: boolean } | undefined
  return (name, { PostId: key = '' }) => {
    if (name !== 'Text') return true
    if (last?.key !== key) last = { key, isEdited: counts.historyOf(key) !== undefined }
    return last.isEdited
  }
}

const bringTexts = async (one: Import, counts: EditCounts) => {
  const { targets, closings } = await readOnce(one, counts)
  const places: Places = new Map()
  const restoredLast: (ImportedHistory['last'] & { post_key: string; number: number })[] = []
  let waiting: { edit: Edit; number: number }[] = []
  const bring = async () => {
    const rendered = await one.rendering.run(waiting.map(({ edit }) => ({ kind: 'markdown', text: edit.body ?? '' })))
    const texts = waiting.map(({ edit, number }, at): ImportedText => {
      const text = rendered[at]!
      return {
        post_key: edit.post_key,
        number,
        ...about(edit, places),
        title: edit.title,
        tags: edit.tags,
        text: edit.body === undefined || typeof text === 'string' ? undefined : text,
      }
    })
    const its = [...new Set(texts.map(({ post_key }) => post_key))].map((key) => counts.historyOf(key)!)
    await importTexts(one.app, one.site, its, texts)
    waiting = []
  }
  const rows = fieldsIn(one, 'PostHistory', { wants: ofEdited(counts), readings: READINGS, silent: true })
  for await (const edit of editsIn(rows)) {
    const { post_key, guid } = edit
    const next = counts.next(post_key)
    if (!next) continue
    const { number, count } = next
    if (targets.has(`${post_key} ${guid}`)) places.set(`${post_key} ${guid}`, number)
    if (number < count) waiting.push({ edit, number })
    else if (targetOf(edit)) restoredLast.push({ ...about(edit, places), post_key, number })
    if (waiting.length >= one.batch) await bring()
  }
  if (waiting.length) await bring()
  for (let at = 0; at < restoredLast.length; at += one.batch)
    await noteRestored(one.app, one.site, restoredLast.slice(at, at + one.batch))
  return closings
}

/** Imports the earlier texts of the imported posts, and what else was done to them; run again it adds what is missing. @returns what closed a question last. */
export const bringHistories = async (one: Import) => {
  if (!hasFile(one.folder, 'PostHistory')) return new Map<never, never>()
  const counts = createEditCounts()
  try {
    return await bringTexts(one, counts)
  } finally {
    counts.close()
  }
}
