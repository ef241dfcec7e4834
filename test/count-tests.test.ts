import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** CI's last line and exit code hang on this script, so it is held to what a run can end like. */
const SCRIPT = fileURLToPath(new URL('../scripts/count-tests.cjs', import.meta.url))

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

const report = (
  passed: number,
  failed = 0,
  skipped = 0,
  testResults: Report['testResults'] = [],
): Report => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  testResults,
})

function count(...reports: (Report | string)[]): { line: string; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'x-md-count-'))
  const paths = reports.map((content, index) => {
    const path = join(folder, `${index}.json`)
    if (content !== '') writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  })
  const { stdout, status } = spawnSync(process.execPath, [SCRIPT, ...paths], { encoding: 'utf8' })
  return { line: stdout, status }
}

test('two good runs are summed', () => {
  expect(count(report(10), report(5))).toEqual({ line: '15 passed, 0 failed\n', status: 0 })
})

test.each([
  ['a failed test', [report(10, 1), report(5)], '15 passed, 1 failed\n'],
  ['a skipped test', [report(10, 0, 1), report(5)], '15 passed, 0 failed\n'],
  ['no test at all', [report(0), report(0)], '0 passed, 0 failed\n'],
  ['a run without a report', [report(10), ''], '10 passed, 1 failed\n'],
  ['a report that is cut off', [report(10), '{"numPassed'], '10 passed, 1 failed\n'],
  [
    'a file that could not be loaded',
    [report(10, 0, 0, [{ status: 'failed', assertionResults: [] }]), report(5)],
    '15 passed, 1 failed\n',
  ],
  [
    'a failed test in a file is counted once',
    [report(10, 1, 0, [{ status: 'failed', assertionResults: [{ status: 'failed' }] }])],
    '10 passed, 1 failed\n',
  ],
])('%s is no success', (_, reports, line) => {
  expect(count(...reports)).toEqual({ line, status: 1 })
})
