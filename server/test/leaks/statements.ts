import type { CompiledQuery, QueryExecutor } from 'kysely'
import type { App } from '../../src/events/events.ts'
import { currentRequest } from '../../src/lib/current-request.ts'

interface Executor {
  executeQuery(query: CompiledQuery): Promise<unknown>
}

/** The prototype that has the method itself: all connections and transactions share it. */
const holderOf = (executor: QueryExecutor): Executor => {
  let holder: object = executor
  while (!Object.hasOwn(holder, 'executeQuery')) holder = Object.getPrototypeOf(holder) as object
  return holder as Executor
}

/** What a request asks now and then for all that follow: the maintenance switch. */
const NOW_AND_THEN = /^select "value" from "settings"/

/** Writes down every statement that requests put to the database, without its values, until it is stopped; not the work of the process itself. */
export const recordStatements = (app: App) => {
  const holder = holderOf(app.db.getExecutor())
  const original = holder.executeQuery
  let list: string[] = []
  holder.executeQuery = function (this: Executor, query) {
    if (currentRequest() && !NOW_AND_THEN.test(query.sql)) list.push(query.sql)
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
