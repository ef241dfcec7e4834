import { expect, test, vi } from 'vitest'
import { runBin, startBin } from './helpers/bin.ts'

vi.setConfig({ testTimeout: 30_000 })

test('demo --once shows a thread with its quote, poll and photo, and ends well', async () => {
  const { code, stdout } = await runBin(['demo', '--once'])
  expect(code).toBe(0)
  for (const shown of [
    /just setting up my twttr/,
    /Quoted post/,
    /^Poll /m,
    /!\[.*\]\(http/,
    /"would_cost_usd":0\.015/,
    /^> Fog until noon\./m,
    /^The free door answers 404 now\. The sandbox's bill is \$0\.030,/m,
    /npx x-md read/,
  ]) {
    expect(stdout).toMatch(shown)
  }
})

test('demo stays until Ctrl-C', async () => {
  const { child, line, finished } = startBin(['demo'])
  await line(/until you press Ctrl-C/)
  const [, service] = await line(/^service {2}(\S+)$/m)
  expect((await fetch(`${service}/jack/status/20`)).status).toBe(200)
  child.kill('SIGINT')
  expect((await finished).code).toBe(130)
})
