/** What was off: how many rows, by table and column. */
export type Drift = Map<string, number>

export const byKey = <T>(rows: T[], key: (row: T) => number) => new Map(rows.map((row) => [key(row), row]))

/** Those of the right values that a row doesn't have, counted; undefined where all are as they should be. */
export const note = <R extends object>(drift: Drift, table: string, row: object, right: R): Partial<R> | undefined => {
  const wrong = Object.entries(right).filter(([column, value]) => (row as Record<string, unknown>)[column] !== value)
  for (const [column] of wrong) drift.set(`${table}.${column}`, (drift.get(`${table}.${column}`) ?? 0) + 1)
  return wrong.length ? (Object.fromEntries(wrong) as Partial<R>) : undefined
}
