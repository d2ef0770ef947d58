import type { ImportReport } from '@askwell/contract/imports.ts'
import type { Comparison } from './compare.ts'
import type { Report } from './tally.ts'
import type { Dump } from './place.ts'

/** Enough to see what is wrong; the counts tell how many there are. */
const COMPLAINTS_SHOWN = 100

type Told = Pick<Report, 'files' | 'complaints' | 'remarks' | 'missing' | 'cut'> & {
  site: string
  same_names?: number
  same_questions?: number
  comparison?: Comparison | undefined
}

/** What a task ends with, for the page. */
export const reportOf = (
  { site, files, complaints, remarks, missing, cut, same_names = 0, same_questions = 0, comparison }: Told,
  { source, name }: Dump,
  seconds: number,
): ImportReport => ({
  source,
  name,
  site,
  files: Object.entries(files).map(([file, figures]) => ({ file, ...figures })),
  complaints: complaints.slice(0, COMPLAINTS_SHOWN),
  remarks: remarks.slice(0, COMPLAINTS_SHOWN),
  remark_count: remarks.length,
  missing,
  cut,
  same_names,
  same_questions,
  ...(comparison && {
    comparison: { ...comparison, differences: comparison.differences.slice(0, COMPLAINTS_SHOWN) },
  }),
  seconds: Math.round(seconds * 10) / 10,
})
