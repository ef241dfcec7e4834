import { ConfigError } from '@x-md/core/config.ts'
import { ERRORS, type ErrorCode, XmdError } from '@x-md/core/errors.ts'
import { expect, test } from 'vitest'
import { describeFailure } from './failure.ts'
import { UsageError } from './usage-error.ts'

test('every code of the catalogue has its exit code', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status } = ERRORS[code]
    const limited = status === 429 || code === 'upstream_rate_limited'
    const expected = status === 400 ? 2 : limited ? 3 : 1
    expect([code, describeFailure(new XmdError(code, 'What happened.')).code]).toEqual([code, expected])
  }
})

test('rate limited: the wait is told in seconds', () => {
  const failure = describeFailure(new XmdError('upstream_rate_limited', 'Too fast.', { retryAfter: 17 }))
  expect(failure.lines.join('\n')).toContain('wait 17 s')
})

test('bad settings and bad arguments are 2, a system error is one line, and our own fault shows its stack', () => {
  expect(describeFailure(new ConfigError('X_MD_PORT: no')).code).toBe(2)
  expect(describeFailure(new UsageError('no')).code).toBe(2)
  const busy = Object.assign(new Error('listen EADDRINUSE 127.0.0.1:1'), { code: 'EADDRINUSE' })
  expect(describeFailure(busy)).toEqual({ code: 1, lines: ['x-md: listen EADDRINUSE 127.0.0.1:1'] })
  expect(describeFailure(new Error('bug')).lines.join()).toMatch(/bug\n\s+at /)
})
