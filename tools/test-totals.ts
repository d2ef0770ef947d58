/** The part of Vitest's JSON report that is counted here. */
export interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    /** Why a file could not be loaded. */
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
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

const LINES_OF_A_FAILURE = 8
const begin = (text: string) =>
  text
    .split('\n')
    .slice(0, LINES_OF_A_FAILURE)
    .map((line) => `       ${line}`)
    .join('\n')

/** Each failure with the beginning of its message: what is said in full stands thousands of lines further up. */
export const failuresOf = (report: Report | undefined, exitCode: number) => {
  if (!report) return exitCode === 0 ? [] : [`  ×  the run ended with ${exitCode}, before it could report anything`]
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`  ×  ${name}\n${begin(message ?? '')}`]
    return failed.map((test) => `  ×  ${name} > ${test.fullName}\n${begin(test.failureMessages?.join('\n') ?? '')}`)
  })
}

const MOST_TRIED_AGAIN = 8

/** The journeys' files that failed, with the names of the tests, where nothing else did and they are few: a browser on a busy machine may miss one moment of thousands. */
export const failedJourneys = (report: Report | undefined) => {
  const failed = report?.testResults.filter(({ status }) => status === 'failed') ?? []
  const few = failed.length <= MOST_TRIED_AGAIN && failed.every(({ name }) => name.endsWith('.spec.ts'))
  if (!few) return []
  return failed.map(({ name, assertionResults }) => ({
    file: name,
    tests: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  }))
}

/** The totals of a run whose failed files have been run once more. */
export const withSecondTry = (first: Totals, again: Totals): Totals => ({
  ...first,
  passed: first.passed + Math.max(0, first.failed - again.failed),
  failed: again.failed,
})

/** The last line of every run, for people and for machines. */
export const closingLine = ({ passed, failed, skipped }: Totals) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`
