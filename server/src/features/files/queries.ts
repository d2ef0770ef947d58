import type { Insertable } from 'kysely'
import type { Db } from '../../db/dialect.ts'
import type { DB } from '../../db/tables.ts'

export const insertFile = (db: Db, file: Omit<Insertable<DB['files']>, 'id' | 'deleted_at'>) => db.insertInto('files').values({ ...file, deleted_at: 0 }).execute()

export const findFile = (db: Db, path: string) => db.selectFrom('files').selectAll().where('path', '=', path).where('deleted_at', '=', 0).executeTakeFirst()
