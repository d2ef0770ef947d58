import { DatabaseSync } from 'node:sqlite'
import type { ImportedHistory } from '../texts.ts'

const CACHE_KILOBYTES = 4096

/**
 * How many texts each post has had, and whose the last one is: known when all of the history is read, and then needed for every post. In a
 * database without a name, which SQLite keeps on the disk and deletes when it is closed.
 */
export const createEditCounts = () => {
  const database = new DatabaseSync('')
  database.exec(`pragma cache_size = -${CACHE_KILOBYTES}; pragma journal_mode = off; pragma synchronous = off;
    create table post (key text primary key, count integer, at integer, is_odd integer, last text, number integer) without rowid;
    begin`)
  const first = database.prepare("insert into post values (?, 1, ?, 0, '', 0) on conflict do nothing")
  const further = database.prepare(
    'update post set count = count + 1, is_odd = ? < at, at = ?, last = ? where key = ? returning count, is_odd',
  )
  const edited = database.prepare('select count, last from post where key = ? and count > 1')
  const next = database.prepare(
    'update post set number = number + 1 where key = ? and count > 1 returning number, count',
  )
  return {
    /** @returns whether its time is before that of the text before it. */
    count: (post_key: string, last: ImportedHistory['last']) => {
      const at = last.created_at
      if (first.run(post_key, at).changes) return false
      return further.get(at, at, JSON.stringify(last), post_key)!.is_odd === 1
    },
    /** Of a post that was edited. */
    historyOf: (post_key: string): ImportedHistory | undefined => {
      const row = edited.get(post_key)
      return (
        row && { post_key, count: Number(row.count), last: JSON.parse(String(row.last)) as ImportedHistory['last'] }
      )
    },
    /** The number of the next text of a post that was edited, and of its last. */
    next: (post_key: string) => next.get(post_key) as { number: number; count: number } | undefined,
    close: () => database.close(),
  }
}
export type EditCounts = ReturnType<typeof createEditCounts>
