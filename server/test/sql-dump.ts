import type { DatabaseSync } from 'node:sqlite'

export type DumpRows = Record<string, Record<string, unknown>[]>

const namesOf = (rows: Record<string, unknown>[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

const mysqlValue = (value: unknown) =>
  value === null || value === undefined
    ? 'NULL'
    : typeof value === 'string'
      ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
      : String(Number(value) === value ? value : typeof value === 'boolean' ? Number(value) : value)

/** As mysqldump writes tables: all rows of one in one statement. */
export const mysqlDump = (tables: DumpRows) =>
  Object.entries(tables)
    .filter(([, rows]) => rows.length)
    .map(([table, rows]) => {
      const names = namesOf(rows)
      const values = rows.map((row) => `(${names.map((name) => mysqlValue(row[name])).join(',')})`)
      return `DROP TABLE IF EXISTS \`${table}\`;
CREATE TABLE \`${table}\` (
${names.map((name) => `  \`${name}\` text`).join(',\n')},
  PRIMARY KEY (\`${names[0]}\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES \`${table}\` WRITE;
INSERT INTO \`${table}\` VALUES ${values.join(',')};
UNLOCK TABLES;
`
    })
    .join('\n')

const copied = (value: unknown) =>
  value === null || value === undefined
    ? '\\N'
    : typeof value === 'boolean'
      ? value
        ? 't'
        : 'f'
      : String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')

/** As pg_dump does: all tables first, then their rows. */
export const postgresDump = (tables: DumpRows) =>
  [
    ...Object.entries(tables).map(
      ([table, rows]) =>
        `CREATE TABLE public."${table}" (\n${namesOf(rows)
          .map((name) => `    "${name}" text`)
          .join(',\n')}\n);\n`,
    ),
    ...Object.entries(tables).map(([table, rows]) => {
      const names = namesOf(rows)
      const lines = rows.map((row) => names.map((name) => copied(row[name])).join('\t'))
      return `COPY public."${table}" (${names.map((name) => `"${name}"`).join(', ')}) FROM stdin;\n${lines.map((line) => `${line}\n`).join('')}\\.\n`
    }),
  ].join('\n')

const inserted = (value: unknown) =>
  value === null || value === undefined
    ? 'NULL'
    : typeof value === 'string'
      ? `'${value.replaceAll("'", "''")}'`
      : String(value)

/** As `pg_dump --inserts` does: a statement for each row, with booleans as words. */
export const postgresInserts = (tables: DumpRows) =>
  Object.entries(tables)
    .flatMap(([table, rows]) => {
      const names = namesOf(rows)
      const columns = names.map((name) => `"${name}"`).join(', ')
      return rows.map(
        (row) =>
          `INSERT INTO public."${table}" (${columns}) VALUES (${names.map((name) => inserted(row[name])).join(', ')});\n`,
      )
    })
    .join('')

/** All that a SQLite database holds. */
export const rowsOfDatabase = (database: DatabaseSync): DumpRows =>
  Object.fromEntries(
    database
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => {
        const rows = database.prepare(`select * from "${String(name)}"`)
        rows.setReadBigInts(true)
        return [String(name), rows.all()]
      }),
  )
