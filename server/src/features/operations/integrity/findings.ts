export interface Fault {
  /** What was checked: mostly `table.column`. */
  check: string
  says: string
  /** How many rows were found, and how many of them repaired. */
  found: number
  repaired: number
  /** The first of those that were not repaired. */
  rows: string[]
}
const ROWS_NAMED = 20

export const createFindings = () => {
  const faults = new Map<string, Fault>()
  return {
    faults,
    note(check: string, says: string, rows: string[], repaired = 0) {
      if (rows.length + repaired === 0) return
      const fault = faults.get(check) ?? { check, says, found: 0, repaired: 0, rows: [] }
      faults.set(check, fault)
      fault.found += rows.length + repaired
      fault.repaired += repaired
      fault.rows.push(...rows.slice(0, ROWS_NAMED - fault.rows.length))
    },
  }
}
export type Findings = ReturnType<typeof createFindings>
