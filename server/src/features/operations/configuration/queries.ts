import type { Db } from '../../../db/dialect.ts'

/** Whether it is on isn't part of how a plugin is set up. */
const changesOf = (db: Db, sections: string[]) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('object_type', '=', 'setting')
    .where('name', 'in', sections)
    .orderBy('id', 'desc')

export const listChanges = (db: Db, sections: string[], limit: number) => changesOf(db, sections).limit(limit).execute()

/** This one and all later ones, the latest first. */
export const listChangesSince = (db: Db, sections: string[], id: number) =>
  changesOf(db, sections).where('id', '>=', id).execute()

export const lastChange = async (db: Db, sections: string[]) =>
  (await changesOf(db, sections).limit(1).executeTakeFirst())?.id ?? 0
