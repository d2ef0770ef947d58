import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/dialect.ts'
import type { DB } from '../../db/tables.ts'

export type Revision = Selectable<DB['revisions']>

// domain-facts §11; `first` is the text a thing began with
export const REVISION_STATUS = { first: 0, waiting: 1, applied: 2, rejected: 3 } as const

const BLANK = { title: '', slugs: '[]', log: '' }

const ROWS_AT_ONCE = 500

type NewRevision = Omit<Insertable<DB['revisions']>, 'id' | keyof typeof BLANK> & Partial<typeof BLANK>

/** One more state of a text; the thing itself then points to it. */
export const insertRevision = async (db: Db, revision: NewRevision) => (await insertRevisions(db, [revision]))[0]!

/** Inserts many at once; the ids come in the order of the revisions. */
export const insertRevisions = async (db: Db, revisions: NewRevision[]) => {
  const ids: number[] = []
  for (let at = 0; at < revisions.length; at += ROWS_AT_ONCE) {
    const rows = await db.insertInto('revisions').values(revisions.slice(at, at + ROWS_AT_ONCE).map((revision) => ({ ...BLANK, ...revision }))).returning('id').execute()
    ids.push(...rows.map(({ id }) => id).sort((a, b) => a - b))
  }
  return ids
}
