import type { Brought } from '@askwell/server/features/imports/service.ts'

export const FILES = ['Tags', 'Users', 'Posts', 'Comments'] as const
export type File = (typeof FILES)[number]

export interface Complaint {
  file: File
  line: number
  problem: string
}
export interface FileReport {
  rows: number
  added: number
  present: number
  /** Of a kind that isn't brought in yet. */ other: number
  broken: number
}
export interface Report {
  files: Record<File, FileReport>
  complaints: Complaint[]
  seconds: number
  peakMegabytes: number
}

const COMPLAINTS_KEPT = 1000

/** Counts what comes of each file, for the closing report. */
export const createTally = () => {
  const began = performance.now()
  const files = Object.fromEntries(
    FILES.map((file) => [file, { rows: 0, added: 0, present: 0, other: 0, broken: 0 }]),
  ) as Record<File, FileReport>
  const complaints: Complaint[] = []
  let peak = 0
  return {
    files,
    complain(file: File, line: number, problem: string) {
      files[file].broken++
      if (complaints.length < COMPLAINTS_KEPT) complaints.push({ file, line, problem })
    },
    note(file: File, { added, present }: Pick<Brought, 'added' | 'present'>) {
      files[file].added += added
      files[file].present += present
      peak = Math.max(peak, process.memoryUsage.rss())
    },
    report: (): Report => ({
      files,
      complaints,
      seconds: (performance.now() - began) / 1000,
      peakMegabytes: peak / 1024 / 1024,
    }),
  }
}
export type Tally = ReturnType<typeof createTally>
