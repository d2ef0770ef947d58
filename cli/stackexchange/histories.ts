import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import type { App } from '@askwell/server/events/events.ts'
import { type ImportedHistory, importTexts, type ImportedText } from '@askwell/server/features/imports/service.ts'
import type { Threads } from '../threads.ts'
import { author, oneLine, time } from './records.ts'
import type { Rendered, Texts } from './rendering-thread.ts'
import { readRows } from './rows.ts'

// The texts that posts have had stand in PostHistory.xml: a row for each part that changed, those of one edit under one number of their own. A dump may lack the file.

/** The first one, an edit, and going back to an earlier one. */
const TITLE = ['1', '4', '7']
const BODY = ['2', '5', '8']
const TAGS = ['3', '6', '9']
const ROLLED_BACK = ['7', '8', '9']
const BATCH = 200

interface Edit { post_key: string; guid: string; fields: Record<string, string>; title?: string; body?: string; tags?: string[] }

/** Rows of one edit may stand apart by a few others, of edits of the same moment. */
const APART = 20

/** Each edit with all that it changed. */
async function* readEdits(path: string): AsyncGenerator<Edit> {
  const open: Edit[] = []
  for await (const row of readRows(path, () => {})) {
    if (!('fields' in row)) continue
    const { PostHistoryTypeId: type = '', PostId: post_key = '', RevisionGUID: guid = '', Text: text = '' } = row.fields
    if (![...TITLE, ...BODY, ...TAGS].includes(type) || !post_key) continue
    let edit = open.find((one) => one.guid === guid && one.post_key === post_key)
    if (!edit) open.push(edit = { post_key, guid, fields: row.fields })
    if (TITLE.includes(type)) edit.title = oneLine(text)
    if (BODY.includes(type)) edit.body = text
    if (TAGS.includes(type)) edit.tags = text.match(/[^<>|]+/g) ?? []
    if (open.length > APART) yield open.shift()!
  }
  yield* open
}

/** Of going back the old site only says to which; the page would show that as a reason. */
const logOf = ({ Comment = '', PostHistoryTypeId = '' }: Record<string, string>) =>
  (ROLLED_BACK.includes(PostHistoryTypeId) ? '' : [...oneLine(Comment)].slice(0, EDIT_SUMMARY_MAX).join(''))

const about = ({ fields }: Edit) => ({ author: author(fields.UserId, fields.UserDisplayName), log: logOf(fields), created_at: time(fields.CreationDate) })

/** How many texts each post has had, and whose the last one is; only of those that were edited. */
const readHistories = async (path: string) => {
  const counts = new Map<string, number>()
  const histories = new Map<string, ImportedHistory>()
  for await (const edit of readEdits(path)) {
    const count = (counts.get(edit.post_key) ?? 0) + 1
    counts.set(edit.post_key, count)
    if (count > 1) histories.set(edit.post_key, { post_key: edit.post_key, count, last: about(edit) })
  }
  return histories
}

interface Needs { site: string; language: string; threads: Threads<{ texts: Texts; language: string }, (Rendered | string)[]> }

/** Brings the earlier texts of the posts that have come in; run again it adds what is missing. */
export const bringHistories = async (app: App, { site, language, threads }: Needs, folder: string) => {
  const path = join(folder, 'PostHistory.xml')
  if (!existsSync(path)) return
  const histories = await readHistories(path)
  const numbers = new Map<string, number>()
  let batch: { edit: Edit; number: number }[] = []
  const bring = async () => {
    const rendered = await threads.run({ texts: batch.map(({ edit }) => ({ kind: 'markdown', text: edit.body ?? '' })), language })
    const texts = batch.map(({ edit, number }, at): ImportedText => {
      const text = rendered[at]!
      return { post_key: edit.post_key, number, ...about(edit), title: edit.title, tags: edit.tags, text: edit.body === undefined || typeof text === 'string' ? undefined : text }
    })
    await importTexts(app, site, [...new Set(texts.map(({ post_key }) => post_key))].map((key) => histories.get(key)!), texts)
    batch = []
  }
  for await (const edit of readEdits(path)) {
    const history = histories.get(edit.post_key)
    if (!history) continue
    const number = (numbers.get(edit.post_key) ?? 0) + 1
    numbers.set(edit.post_key, number)
    if (number < history.count) batch.push({ edit, number })
    if (batch.length === BATCH) await bring()
  }
  if (batch.length) await bring()
}
