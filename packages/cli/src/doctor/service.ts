import type { Config } from '@x-md/core/config.ts'
import { readSessions } from '@x-md/core/providers/live-search/sessions.ts'
import type { Check } from './check.ts'

/** Who a service with these settings would let in, and what it can do for them. Nothing secret is told. */
export function checkService(config: Config, sessionsFile: string): Check[] {
  const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail })
  return [
    ok('limits', config.X_MD_RATE_LIMITS ? 'on' : `off, so nobody is limited${beyond(config)}`),
    ok('callers', config.X_MD_REQUIRE_API_KEY ? 'only with a key (x-md keys)' : 'anybody'),
    ok('admin token', config.X_MD_ADMIN_TOKEN ? 'set' : 'not set, so /api/admin is closed'),
    checkSessions(config, sessionsFile),
  ]
}

function beyond({ X_MD_HOST }: Config): string {
  return /^(?:localhost|127\..*|::1)$/.test(X_MD_HOST) ? '' : `, and ${X_MD_HOST} is open beyond this machine`
}

function checkSessions({ X_SEARCH_SESSIONS_JSON }: Config, file: string): Check {
  const name = 'search sessions'
  const { sessions, bad } = readSessions(X_SEARCH_SESSIONS_JSON, file)
  if (bad > 0) {
    const detail = `${bad} cannot be read, ${sessions.length} can; each needs authToken and ct0`
    return { name, status: 'fail', detail }
  }
  return sessions.length > 0
    ? { name, status: 'ok', detail: `${sessions.length}` }
    : { name, status: 'skipped', detail: 'none, so photos, videos and people cannot be searched for' }
}
