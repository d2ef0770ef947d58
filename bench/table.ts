import type { Measured } from './load.ts'

/** One round of one case; `processor` in seconds, where the system tells. */
export interface Round extends Measured {
  processor?: number | undefined
}

const median = (numbers: number[]) => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The middle one of the rounds, for each figure. */
export const summary = (rounds: Round[]) => ({
  rate: median(rounds.map(({ requests, seconds }) => requests / seconds)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  processor: rounds.every(({ processor }) => processor !== undefined)
    ? median(rounds.map(({ processor, requests }) => (processor! * 1000) / Math.max(1, requests)))
    : undefined,
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
})

const number = (value: number | undefined, digits: number) => (value === undefined ? '–' : value.toFixed(digits))

const print = (head: string[], rows: string[][]) => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  console.log(
    [
      line(head),
      `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
      ...rows.map(line),
    ].join('\n'),
  )
}

export const printTable = (name: string, cases: Map<string, Round[]>, bareRate: number) => {
  console.log(`\n${name}\n`)
  print(
    ['case', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'processor ms', 'failed'],
    [...cases].map(([title, rounds]) => {
      const { rate, p50, p99, processor, failed } = summary(rounds)
      return [
        title,
        number(rate, 0),
        `${number((rate / bareRate) * 100, 1)} %`,
        number(p50, 2),
        number(p99, 2),
        number(processor, 3),
        String(failed),
      ]
    }),
  )
}

interface MeasuredPort {
  kind: string
  what: string
  /** Empty where nobody can ask for that without the plugin. */
  without: Round[]
  with: Round[]
}

/** What a plugin on each port costs: the same requests without one and with one. */
export const printPorts = (bare: Round[], ports: MeasuredPort[]) => {
  const { rate: bareRate } = summary(bare)
  const ofBare = (rate: number | undefined) => (rate === undefined ? '–' : `${number((rate / bareRate) * 100, 2)} %`)
  console.log(`\nbare node:http: ${number(bareRate, 0)} requests/s\n`)
  print(
    ['port', 'request', 'of bare, none', 'of bare, one', 'one/none', 'p50 ms', 'p99 ms', 'processor ms', 'failed'],
    ports.map(({ kind, what, ...rounds }) => {
      const none = rounds.without.length ? summary(rounds.without) : undefined
      const one = summary(rounds.with)
      const both = (of: 'p50' | 'p99' | 'processor') => `${number(none?.[of], 2)} → ${number(one[of], 2)}`
      return [
        kind,
        what,
        ofBare(none?.rate),
        ofBare(one.rate),
        number(none && one.rate / none.rate, 2),
        both('p50'),
        both('p99'),
        both('processor'),
        String((none?.failed ?? 0) + one.failed),
      ]
    }),
  )
}

export const printMemory = (servers: { name: string; before?: number; after?: number; later?: number }[]) => {
  console.log('\nMemory, MB\n')
  print(
    ['server', 'before', 'right after', 'half a minute later'],
    servers.map(({ name, before, after, later }) => [name, number(before, 0), number(after, 0), number(later, 0)]),
  )
}
