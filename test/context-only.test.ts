import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Where the real clock may be named: as the default of what is given a clock. */
const CLOCK_DEFAULTS = new Set([
  'packages/core/src/operations/create-context.ts',
  'packages/core/src/stores/memory-cache.ts',
  'packages/core/src/upstream/retry-after.ts',
])

const sources = globSync('packages/{core,server}/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|\/testing(?:\.ts$|\/)/.test(file))
  .map((file) => ({ file, source: readFileSync(`${ROOT}${file}`, 'utf8') }))

const filesWith = (pattern: RegExp): string[] =>
  sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)

test('core and server take the environment from whoever starts them', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(filesWith(/process\.env/)).toEqual([])
})

test('core and server take the time from their context', () => {
  // performance.now measures how long something took, which is no time of day.
  const clock = /\bDate\.now\b|new Date\(\)/
  expect(filesWith(clock).filter((file) => !CLOCK_DEFAULTS.has(file))).toEqual([])
})

test('no output depends on the locale of the machine or on chance', () => {
  expect(filesWith(/\.toLocale|Intl\.(?:DateTimeFormat|NumberFormat|Collator)|\blocaleCompare\b/)).toEqual([])
  // Chance spreads the retries of many callers; it reaches no output.
  expect(filesWith(/Math\.random/)).toEqual(['packages/core/src/upstream/upstream.ts'])
})
