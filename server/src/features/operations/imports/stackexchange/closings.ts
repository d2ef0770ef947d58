import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../../events/events.ts'
import { importClosings, type ImportedClosing } from '../closings.ts'
import { readRows, type Wants } from './rows.ts'
import { Stopped } from './import-stopped.ts'
import type { MORE_FILES, Tally } from './tally.ts'

// PostHistory.xml says which questions were closed and why, PostLinks.xml of which question older duplicates are. A dump may lack both.

const CLOSED = '10'
const REOPENED = '11'
const DUPLICATE_LINK = '3'
const BATCH = 200

/** The old site's reasons, now and in its first years, as the nearest of ours. */
const DUPLICATE = 60
const OFF_TOPIC = 63
const UNCLEAR = 64
const REASONS: Record<string, number> = {
  101: DUPLICATE,
  102: OFF_TOPIC,
  103: UNCLEAR,
  104: UNCLEAR,
  105: OFF_TOPIC,
  1: DUPLICATE,
  2: OFF_TOPIC,
  3: OFF_TOPIC,
  4: UNCLEAR,
  7: OFF_TOPIC,
  10: OFF_TOPIC,
  20: OFF_TOPIC,
}

type Fields = Record<string, string>

interface Needs {
  site: string
  signal: AbortSignal
  tally: Tally
}

/** Only the reasons for closing are needed. */
const withReasons: Wants = (name, { PostHistoryTypeId }) => name !== 'Text' || PostHistoryTypeId === CLOSED

async function* rowsIn(
  folder: string,
  file: (typeof MORE_FILES)[number],
  { signal, tally }: Needs,
): AsyncGenerator<Fields> {
  const path = join(folder, `${file}.xml`)
  if (!existsSync(path)) return
  for await (const row of readRows(path, () => {}, withReasons)) {
    if (signal.aborted) throw new Stopped()
    if ('isCut' in row) tally.noteCut(file, row.line)
    if ('fields' in row) yield row.fields
  }
}

const originals = (text: string | undefined): string[] => {
  try {
    const { OriginalQuestionIds = [] } = JSON.parse(text ?? '') as { OriginalQuestionIds?: number[] }
    return OriginalQuestionIds.map(String)
  } catch {
    return [] // older rows say it in HTML; the links know it too
  }
}

/** The questions that were closed last, rather than reopened. */
const readClosings = async (folder: string, needs: Needs) => {
  const closings = new Map<string, ImportedClosing>()
  for await (const { Id = '', PostHistoryTypeId, PostId = '', UserId, Comment = '', Text, CreationDate } of rowsIn(
    folder,
    'PostHistory',
    needs,
  )) {
    if (PostHistoryTypeId === REOPENED) closings.delete(PostId)
    if (PostHistoryTypeId !== CLOSED) continue
    const created_at = Math.floor(Date.parse(`${CreationDate}Z`) / 1000) || 0
    closings.set(PostId, {
      key: Id,
      post_key: PostId,
      user_key: UserId ?? '',
      close_type: REASONS[Comment] ?? 0,
      original_keys: originals(Text),
      created_at,
    })
  }
  for await (const { PostId = '', RelatedPostId = '', LinkTypeId } of rowsIn(folder, 'PostLinks', needs)) {
    if (LinkTypeId === DUPLICATE_LINK) closings.get(PostId)?.original_keys.push(RelatedPostId)
  }
  return [...closings.values()]
}

/** Closes the questions that were closed, each with its reason, and duplicates with the other question. Run again it closes nothing that was reopened since. */
export const bringClosings = async (app: App, needs: Needs, folder: string) => {
  const closings = await readClosings(folder, needs)
  for (let at = 0; at < closings.length; at += BATCH)
    await importClosings(app, needs.site, closings.slice(at, at + BATCH))
}
