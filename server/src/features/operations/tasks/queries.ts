import type { Db } from '../../../db/dialect.ts'

export const listTasks = (db: Db, kind: string, limit: number) =>
  db
    .selectFrom('tasks')
    .selectAll()
    .$if(kind !== '', (q) => q.where('kind', '=', kind))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
