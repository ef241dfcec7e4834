// Sums up vitest's JSON reports: what failed, and "N passed, N failed". Plain CommonJS: CI calls it on any Node.
const { readFileSync } = require('node:fs')
const { relative } = require('node:path')

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
  // Said again at the end, where whoever sees only that finds it.
  for (const { name, status, message, assertionResults } of report.testResults) {
    if (status !== 'failed') continue
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const test of failed) tell(name, test.fullName, test.failureMessages?.[0])
    if (failed.length === 0) tell(name, 'the whole file', message)
  }
}

/** One failed test, with the first lines of why. */
function tell(file, test, why) {
  const lines = String(why ?? '')
    .split('\n')
    .slice(0, 6)
  process.stderr.write(`\nFAILED ${relative(process.cwd(), file ?? '')} > ${test}\n  ${lines.join('\n  ')}\n`)
}
if (totals.skipped > 0) process.stderr.write(`${totals.skipped} skipped: in CI that is a failure\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed > 0 || totals.skipped > 0 || totals.passed === 0 ? 1 : 0
