// Sums up vitest's JSON reports and prints "N passed, N failed". Plain CommonJS: CI calls it on any Node.
const { readFileSync } = require('node:fs')

const totals = { passed: 0, failed: 0, skipped: 0 }
for (const path of process.argv.slice(2)) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    process.stderr.write(`${path}: no test report, so this run counts as one failure\n`)
    totals.failed += 1
    continue
  }
  totals.passed += report.numPassedTests
  totals.skipped += report.numPendingTests
  // A file that cannot be loaded has no tests that could fail, so it counts by itself.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length
  totals.failed += report.numFailedTests + broken
}
if (totals.skipped > 0) process.stderr.write(`${totals.skipped} skipped: in CI that is a failure\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed > 0 || totals.skipped > 0 || totals.passed === 0 ? 1 : 0
