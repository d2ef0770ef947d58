import type { CompiledQuery, QueryExecutor } from 'kysely'
import type { App } from '../../src/events/events.ts'

interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>
}

/** The prototype that has the method itself: all connections and transactions share it. */
const holderOf = (executor: QueryExecutor): Executor => {
  let holder: object = executor
  while (!Object.hasOwn(holder, 'executeQuery')) holder = Object.getPrototypeOf(holder) as object
  return holder as Executor
}

/** What a process asks by itself now and then: the maintenance switch, disk space, views counted before. */
const BY_ITSELF =
  /^select "value" from "settings"|pragma_database_list|^update posts set (unique_)?view_count|"reader_sketches"/

/** Writes down every statement that is put to the database, without its values, until it is stopped. */
export const recordStatements = (app: App) => {
  const holder = holderOf(app.db.getExecutor())
  const original = holder.executeQuery
  let list: string[] = []
  holder.executeQuery = function (this: Executor, query) {
    if (!BY_ITSELF.test(query.sql)) list.push(query.sql)
    return original.call(this, query)
  }
  return {
    clear: () => {
      list = []
    },
    /** What is asked side by side comes in any order. */
    list: () => list.toSorted(),
    stop: () => {
      holder.executeQuery = original
    },
  }
}
