import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { request } from './speakers.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/bin/x-md.js', import.meta.url))

test.each([
  ['nothing', []],
  ['a list', [request('modern', 'tools/list', {}, 'last')]],
  ['a subscription', [request('modern', 'subscriptions/listen', { notifications: {} }, 'last')]],
])('the process ends with its stdin, and well, after %s', async (_, messages) => {
  const process_ = spawn(process.execPath, [BIN, 'mcp', '--sandbox'])
  let [stdout, stderr] = ['', '']
  process_.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  process_.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const exit = once(process_, 'exit')
  const all = [request('modern', 'server/discover', {}, 'first'), ...messages]
  for (const message of all) process_.stdin.write(`${JSON.stringify(message)}\n`)
  while (stdout.split('\n').length <= all.length) await once(process_.stdout, 'data')
  const began = performance.now()
  process_.stdin.end()
  expect(await exit).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(stderr).toBe('')
})
