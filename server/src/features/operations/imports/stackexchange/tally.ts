import type { ImportResult } from '../result.ts'

/** What a dump has to hold. */
export const FILES = ['Tags', 'Users', 'Posts', 'Comments'] as const
/** What it may hold besides. */
export const MORE_FILES = ['PostHistory', 'PostLinks'] as const
export type File = (typeof FILES)[number]
export type AnyFile = File | (typeof MORE_FILES)[number]

export interface Complaint {
  file: File
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
  files: Record<File, FileReport>
  complaints: Complaint[]
  /** Files that have no end, and the line they break off at: what stood behind it is missing. */
  cut: { file: AnyFile; line: number }[]
  /** It was stopped: files that had not come in whole by then, in their order. */
  left: AnyFile[]
  seconds: number
  peakMegabytes: number
}

const COMPLAINTS_KEPT = 1000

/** Counts the results of each file, for the closing report. */
export const createTally = (wanted: AnyFile[]) => {
  const began = performance.now()
  const files = Object.fromEntries(
    FILES.map((file) => [file, { rows: 0, added: 0, present: 0, other: 0, broken: 0 }]),
  ) as Record<File, FileReport>
  const complaints: Complaint[] = []
  const cut = new Map<AnyFile, number>()
  const left = new Set(wanted)
  let peak = 0
  return {
    files,
    complain(file: File, line: number, problem: string) {
      files[file].broken++
      if (complaints.length < COMPLAINTS_KEPT) complaints.push({ file, line, problem })
    },
    note(file: File, { added, present }: Pick<ImportResult, 'added' | 'present'>) {
      files[file].added += added
      files[file].present += present
      peak = Math.max(peak, process.memoryUsage.rss())
    },
    noteCut: (file: AnyFile, line: number) => void cut.set(file, line),
    /** All of it has come in. */
    finish: (...done: AnyFile[]) => {
      for (const file of done) left.delete(file)
    },
    report: (): Report => ({
      files,
      complaints,
      cut: [...cut].map(([file, line]) => ({ file, line })),
      left: [...left],
      seconds: (performance.now() - began) / 1000,
      peakMegabytes: peak / 1024 / 1024,
    }),
  }
}
export type Tally = ReturnType<typeof createTally>
