import type { Problem } from '../../../db/problem.ts'

/** What lies there can't be brought in; says why, in a sentence. */
export class NotADump extends Error {
  /** The same for the page, where it has words of its own. */
  readonly problem: Problem
  constructor(message: string, problem?: Problem) {
    super(message)
    this.problem = problem ?? { reason: 'error.import.not_a_dump', values: { message } }
  }
}
