import { expect, test } from 'vitest'
import { closingLine, failedJourneys, failuresOf, type Report, totalsOf, withSecondTry } from './test-totals.ts'

const report: Report = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    {
      name: '/e2e/journeys/asking.spec.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'asks' }],
    },
  ],
}

test('passed, failed and skipped tests are counted', () =>
  expect(totalsOf(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 3 }))
test('a file that could not be loaded counts as a failure', () =>
  expect(
    totalsOf(
      {
        ...report,
        testResults: [...report.testResults, { name: 'a.test.ts', status: 'failed', assertionResults: [] }],
      },
      1,
    ).failed,
  ).toBe(2))
test('a run that fails without a failing test counts as a failure', () =>
  expect(totalsOf({ ...report, numFailedTests: 0, testResults: [] }, 1).failed).toBe(1))
test('a run that never got to its report counts as a failure', () =>
  expect(totalsOf(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 }))
test('each failure is said once more at the end, as shortly as will do', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const assertionResults = [
    { status: 'passed', fullName: 'reads' },
    { status: 'failed', fullName: 'asks', failureMessages: [long] },
  ]
  const [said, unloaded] = failuresOf(
    {
      ...report,
      testResults: [
        { name: '/votes.test.ts', status: 'failed', assertionResults },
        { name: '/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    },
    1,
  )
  expect(said).toContain('/votes.test.ts > asks\n       line 0\n')
  expect(said).not.toContain('line 8')
  expect(unloaded).toContain('/a.test.ts\n       no such module')
  expect(failuresOf({ ...report, testResults: [] }, 0)).toEqual([])
  expect(failuresOf(undefined, 134)).toEqual([expect.stringContaining('134')])
})
test('the closing line', () =>
  expect(closingLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed, 3 skipped'))

test('journeys that failed are known by name, but for when something else failed or many did', () => {
  const [journey] = report.testResults
  expect(failedJourneys(report)).toEqual([{ file: '/e2e/journeys/asking.spec.ts', tests: ['asks'] }])
  expect(
    failedJourneys({ ...report, testResults: [journey!, { ...journey!, name: '/server/votes.test.ts' }] }),
  ).toEqual([])
  expect(failedJourneys({ ...report, testResults: Array.from({ length: 9 }, () => journey!) })).toEqual([])
})
test('what passes at the second try counts as passed, what fails again as failed', () => {
  const first = { passed: 10, failed: 2, skipped: 1 }
  expect(withSecondTry(first, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 12, failed: 0, skipped: 1 })
  expect(withSecondTry(first, { passed: 2, failed: 1, skipped: 0 })).toEqual({ passed: 11, failed: 1, skipped: 1 })
})
