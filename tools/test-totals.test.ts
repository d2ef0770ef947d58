import { expect, test } from 'vitest'
import { closingLine, totalsOf } from './test-totals.ts'

const report = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [{ status: 'failed', assertionResults: [{}] }],
}

test('passed, failed and skipped tests are counted', () =>
  expect(totalsOf(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 3 }))
test('a file that could not be loaded counts as a failure', () =>
  expect(
    totalsOf({ ...report, testResults: [...report.testResults, { status: 'failed', assertionResults: [] }] }, 1).failed,
  ).toBe(2))
test('a run that fails without a failing test counts as a failure', () =>
  expect(totalsOf({ ...report, numFailedTests: 0, testResults: [] }, 1).failed).toBe(1))
test('a run that never got to its report counts as a failure', () =>
  expect(totalsOf(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 }))
test('the closing line', () =>
  expect(closingLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed, 3 skipped'))
