import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../../events/events.ts'
import { type ImportedHistory, importTexts, type ImportedText } from '../texts.ts'
import { Stopped } from './import-stopped.ts'
import type { Tally } from './tally.ts'
import { author, oneLine, time } from './records.ts'
import type { Rendering } from './rendering.ts'
import { readRows, type Wants } from './rows.ts'

// The texts that posts have had stand in PostHistory.xml: a row for each part that changed, those of one edit under one number of their own. A dump may lack the file.

/** The first text, an edit, and a rollback. */
const TITLE = ['1', '4', '7']
const BODY = ['2', '5', '8']
const TAGS = ['3', '6', '9']
const ROLLED_BACK = ['7', '8', '9']
const BATCH = 200

interface Edit {
  post_key: string
  guid: string
  fields: Record<string, string>
  title?: string
  body?: string
  tags?: string[]
}

type Reading = Pick<Needs, 'signal' | 'tally' | 'onBytes'>

/** The file is read so often: what stands behind is needed before. */
const READINGS = 3

/** Rows of one edit may have a few others between them, of edits at the same time. */
const APART = 20

/** Each edit with all that it changed. */
async function* readEdits(path: string, { signal, tally, onBytes }: Reading, wants: Wants): AsyncGenerator<Edit> {
  const open: Edit[] = []
  for await (const row of readRows(path, (bytes) => onBytes('PostHistory', bytes / READINGS), wants)) {
    if (signal.aborted) throw new Stopped()
    if ('isCut' in row) tally.noteCut('PostHistory', row.line)
    if (!('fields' in row)) continue
    const { PostHistoryTypeId: type = '', PostId: post_key = '', RevisionGUID: guid = '', Text: text = '' } = row.fields
    if (![...TITLE, ...BODY, ...TAGS].includes(type) || !post_key) continue
    let edit = open.find((one) => one.guid === guid && one.post_key === post_key)
    if (!edit) open.push((edit = { post_key, guid, fields: row.fields }))
    if (TITLE.includes(type)) edit.title = oneLine(text)
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

const withoutText: Wants = (name) => name !== 'Text'

/** How many texts each post has had, and which of them were restored. */
const readEdited = async (path: string, reading: Reading) => {
  const counts = new Map<string, number>()
  const targets = new Set<string>()
  for await (const edit of readEdits(path, reading, withoutText)) {
    counts.set(edit.post_key, (counts.get(edit.post_key) ?? 0) + 1)
    targets.add(targetOf(edit) ?? '')
  }
  return { counts, targets }
}

/** Who wrote the last edited text of each post, and the positions of the restored ones. */
const readHistories = async (path: string, reading: Reading) => {
  const { counts, targets } = await readEdited(path, reading)
  const histories = new Map<string, ImportedHistory>()
  const places: Places = new Map()
  const numbers = new Map<string, number>()
  for await (const edit of readEdits(path, reading, withoutText)) {
    const { post_key, guid } = edit
    const count = counts.get(post_key)!
    const number = (numbers.get(post_key) ?? 0) + 1
    numbers.set(post_key, number)
    if (targets.has(`${post_key} ${guid}`)) places.set(`${post_key} ${guid}`, number)
    if (count > 1 && number === count) histories.set(post_key, { post_key, count, last: about(edit, places) })
  }
  return { histories, places }
}

interface Needs {
  signal: AbortSignal
  tally: Tally
  onBytes: (file: 'PostHistory', bytes: number) => void
  site: string
  rendering: Rendering
}

/** Imports the earlier texts of the imported posts; run again it adds what is missing. */
export const bringHistories = async (app: App, { site, rendering, signal, tally, onBytes }: Needs, folder: string) => {
  const path = join(folder, 'PostHistory.xml')
  const reading = { signal, tally, onBytes }
  if (!existsSync(path)) return
  const { histories, places } = await readHistories(path, reading)
  const ofEdited: Wants = (name, { PostId = '' }) => name !== 'Text' || histories.has(PostId)
  const numbers = new Map<string, number>()
  let batch: { edit: Edit; number: number }[] = []
  const bring = async () => {
    const rendered = await rendering.run(batch.map(({ edit }) => ({ kind: 'markdown', text: edit.body ?? '' })))
    const texts = batch.map(({ edit, number }, at): ImportedText => {
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
    await importTexts(
      app,
      site,
      [...new Set(texts.map(({ post_key }) => post_key))].map((key) => histories.get(key)!),
      texts,
    )
    batch = []
  }
  for await (const edit of readEdits(path, reading, ofEdited)) {
    const history = histories.get(edit.post_key)
    if (!history) continue
    const number = (numbers.get(edit.post_key) ?? 0) + 1
    numbers.set(edit.post_key, number)
    if (number < history.count) batch.push({ edit, number })
    if (batch.length === BATCH) await bring()
  }
  if (batch.length) await bring()
}
