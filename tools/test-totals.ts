/** The part of Vitest's JSON report that is counted here. */
export interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** Counts a run. What fails without a failing test, a file that can't be loaded or an error nobody caught, counts as one. */
export const totalsOf = (report: Report | undefined, exitCode: number): Totals => {
  const unloaded =
    report?.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .length ?? 0
  const failed = (report?.numFailedTests ?? 0) + unloaded
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/** The last line of every run, for people and for machines. */
export const closingLine = ({ passed, failed, skipped }: Totals) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
