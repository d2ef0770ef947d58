import papaparse from 'papaparse'

/** A byte order mark: Excel would take the text for another encoding. */
export const CSV_START = '\uFEFF'

/** Spreadsheets take what begins with one of these for a formula and run it, however many lines it has. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows of a CSV file; what would run gets an apostrophe before it, since members choose their names. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]) =>
  `${papaparse.unparse(rows as (string | number)[][], { escapeFormulae: FORMULA })}\r\n`
