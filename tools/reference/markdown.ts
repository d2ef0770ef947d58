type Cell = string | number

const number = new Intl.NumberFormat('en-US')

export const cell = (value: Cell) => (typeof value === 'number' ? number.format(value) : value.replaceAll('|', '\\|'))

export const table = (head: string[], rows: Cell[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

export const code = (text: Cell) => `\`${text}\``

/** A page of docs/reference/: its title, and paragraphs, headings and tables with a line between. */
export const page = (title: string, ...parts: string[]) =>
  `${[`# ${title}`, '<!-- Made by `npm run reference` from contract/. Change it there. -->', ...parts].join('\n\n')}\n`

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Seconds in the largest unit that fits: 600 are "10 minutes", 86,400 are "1 day". */
export const duration = (seconds: number) => {
  const [size, unit] = UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? ([1, 'second'] as const)
  const count = seconds / size
  return `${number.format(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** Both ends, or the one that limits. */
export const span = ({ min, max }: { min: number; max: number }) => `${cell(min)} to ${cell(max)}`
