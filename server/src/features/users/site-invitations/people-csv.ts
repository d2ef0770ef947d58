import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import papaparse from 'papaparse'
import { LANGUAGES, translate } from '../../../lib/messages.ts'

export interface CsvPerson {
  /** As an editor counts them, so that it can be found again. */
  line: number
  e_mail: string
  display_name: string
  role: string
}

const COLUMNS = { e_mail: /^e[-_ ]?mail|^mail$/i, display_name: /name/i, role: /^rol(e|le|l|o)$|^role_/i }
type Column = keyof typeof COLUMNS

/** By the names in the first line, or else in the order of e-mail, name, role. */
const columnsOf = (first: string[]): { named: boolean; place: Record<Column, number> } => {
  const at = (name: Column) => first.findIndex((cell) => COLUMNS[name].test(cell.trim()))
  if (first.some((cell) => cell.includes('@')) || at('e_mail') < 0)
    return { named: false, place: { e_mail: 0, display_name: 1, role: 2 } }
  return { named: true, place: { e_mail: at('e_mail'), display_name: at('display_name'), role: at('role') } }
}

/** Reads what spreadsheets write: with a byte order mark or without, quoted, separated by commas, semicolons or tabs. Empty lines count, but say nothing. */
export const peopleIn = (csv: string): CsvPerson[] => {
  const rows: { line: number; cells: string[] }[] = []
  const text = csv.replace(/^\uFEFF/, '')
  const { data, meta } = papaparse.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t', '|'] })
  let line = 1
  for (const cells of data) {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split(meta.linebreak).length - 1, 0)
  }
  const [first] = rows
  if (!first) return []
  const { named, place } = columnsOf(first.cells)
  return rows.slice(named ? 1 : 0).map(({ line, cells }) => {
    const cell = (name: Column) => (cells[place[name]] ?? '').trim()
    return { line, e_mail: cell('e_mail'), display_name: cell('display_name'), role: cell('role') }
  })
}

/** A role by its name for programs, or by its name in any language of the site; undefined if there is none. */
export const roleIn = (written: string): number | undefined => {
  const wanted = written.toLowerCase()
  return ROLES.map((role) => ROLE[role]).find((id, at) =>
    [ROLES[at]!, ...[...LANGUAGES.keys()].map((language) => translate(language, `roles.${ROLES[at]!}.name`))].some(
      (name) => name.toLowerCase() === wanted,
    ),
  )
}
