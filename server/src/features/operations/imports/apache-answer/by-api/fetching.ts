import type { Opening } from '../../source.ts'
import type { Client } from './client.ts'
import type { Fetched } from './fetched.ts'

export interface FetchReport {
  questions: number
  answers: number
  comments: number
  tags: number
  members: number
  /** The site tells whoever asks no addresses. */
  without_addresses: boolean
  /** Questions that its list counts, but doesn't go on to. */
  out_of_reach: number
  /** The site tells whoever asks of no unlisted questions. */
  without_unlisted: boolean
  /** Nor of edits that wait for review. */
  without_waiting: boolean
  /** Uploads that are here by now. */
  files: number
  /** What can't be taken, and why; not all, if it is much. */
  problems: string[]
}

const PROBLEMS_MAX = 100

export interface Fetching {
  client: Client
  fetched: Fetched
  limit: number
  progress: Opening['progress']
  report: FetchReport
}

export const complain = ({ report }: Fetching, problem: string) => {
  if (report.problems.length < PROBLEMS_MAX) report.problems.push(problem)
}
