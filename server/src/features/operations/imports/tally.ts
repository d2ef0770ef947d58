import type { ImportResult } from './result.ts'

export interface Complaint {
  file: string
  line: number
  problem: string
}
export interface FileReport {
  rows: number
  added: number
  present: number
  /** Of a kind that isn't imported. */ other: number
  broken: number
}
export interface Report {
  files: Record<string, FileReport>
  /** Rows that can't be brought in, and why. */
  complaints: Complaint[]
  /** Rows that came in, and what is odd about them; not all of them, if they are very many. */
  remarks: Complaint[]
  /** Files that may be missing, and are. */
  missing: string[]
  /** Files that have no end, and the line they break off at: what stood behind it is missing. */
  cut: { file: string; line: number }[]
  /** It was stopped: files that had not come in whole by then, in their order. */
  left: string[]
  seconds: number
  peakMegabytes: number
}

const COMPLAINTS_MAX = 1000

/** Counts the results of each file, for the closing report. `files` are those whose rows are counted. */
export const createTally = (
  counted: readonly string[],
  wanted: readonly string[],
  fileName: (file: string) => string,
) => {
  const began = performance.now()
  const files: Record<string, FileReport> = Object.fromEntries(
    counted.map((file) => [file, { rows: 0, added: 0, present: 0, other: 0, broken: 0 }]),
  )
  const complaints: Complaint[] = []
  const remarks: Complaint[] = []
  const missing: string[] = []
  const cut = new Map<string, number>()
  const left = new Set(wanted)
  let peak = 0
  const note = (list: Complaint[], complaint: Complaint) => {
    if (list.length < COMPLAINTS_MAX) list.push(complaint)
  }
  return {
    files,
    count: (file: string, figure: keyof FileReport, by = 1) => {
      if (files[file]) files[file][figure] += by
    },
    complain(file: string, line: number, problem: string) {
      if (files[file]) files[file].broken++
      note(complaints, { file: fileName(file), line, problem })
    },
    remark: (file: string, line: number, problem: string) => note(remarks, { file: fileName(file), line, problem }),
    note(file: string, { added, present }: Pick<ImportResult, 'added' | 'present'>) {
      if (files[file]) {
        files[file].added += added
        files[file].present += present
      }
      peak = Math.max(peak, process.memoryUsage.rss())
    },
    noteMissing: (file: string) => void missing.push(fileName(file)),
    noteCut: (file: string, line: number) => void cut.set(file, line),
    /** All of it has come in. */
    finish: (...done: string[]) => {
      for (const file of done) left.delete(file)
    },
    report: (): Report => ({
      files,
      complaints,
      remarks,
      missing,
      cut: [...cut].map(([file, line]) => ({ file: fileName(file), line })),
      left: [...new Set([...left].map(fileName))],
      seconds: (performance.now() - began) / 1000,
      peakMegabytes: peak / 1024 / 1024,
    }),
  }
}
export type Tally = ReturnType<typeof createTally>
