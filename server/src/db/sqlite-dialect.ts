import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely'
import type { NodeSqlite } from './node-sqlite.ts'

/** Takes the write lock at once: a transaction that reads first and writes later could otherwise fail half-way because another has it. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: NodeSqlite
  constructor(database: NodeSqlite) {
    super({ database })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** If the disk was full, SQLite has rolled back by itself; rolling back once more would fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.raw.isTransaction) await super.rollbackTransaction(connection)
  }
}

export const nodeSqliteDialect = (database: NodeSqlite) => {
  const dialect = new SqliteDialect({ database })
  dialect.createDriver = () => new ImmediateDriver(database)
  return dialect
}
