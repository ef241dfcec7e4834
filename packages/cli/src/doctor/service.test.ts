import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@x-md/core/config.ts'
import { expect, test } from 'vitest'
import { checkService } from './service.ts'

const of = (env: Record<string, string>, file = 'no/such/file') =>
  Object.fromEntries(
    checkService(loadConfig(env), file).map(({ name, status, detail }) => [name, `${status}: ${detail}`]),
  )

test('a service as it comes is limited and open, and has no admin', () => {
  expect(of({})).toEqual({
    limits: 'ok: on',
    callers: 'ok: anybody',
    'admin token': 'ok: not set, so /api/admin is closed',
    'search sessions': 'skipped: none, so photos, videos and people cannot be searched for',
  })
})

test('what is set is told, and nothing secret of it', () => {
  const sessions = [{ authToken: 'secretone', ct0: 'secrettwo' }, { id: 'secretname' }]
  const checks = of({
    X_MD_HOST: '0.0.0.0',
    X_MD_RATE_LIMITS: 'false',
    X_MD_REQUIRE_API_KEY: 'true',
    X_MD_ADMIN_TOKEN: 'secret-secret-secret',
    X_SEARCH_SESSIONS_JSON: JSON.stringify(sessions),
  })
  expect(checks).toEqual({
    limits: 'ok: off, so nobody is limited, and 0.0.0.0 is open beyond this machine',
    callers: 'ok: only with a key (x-md keys)',
    'admin token': 'ok: set',
    'search sessions': 'fail: 1 cannot be read, 1 can; each needs authToken and ct0',
  })
  expect(JSON.stringify(checks)).not.toContain('secret')
})

test('a file of sessions goes before the variable', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'x-md-doctor-')), 'accounts.json')
  writeFileSync(file, '[{"authToken":"a","ct0":"b"},{"authToken":"c","ct0":"d"}]')
  expect(of({ X_SEARCH_SESSIONS_JSON: 'nonsense' }, file)['search sessions']).toBe('ok: 2')
})
