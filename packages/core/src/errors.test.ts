import { expect, test } from 'vitest'
import { ERRORS, type ErrorEntry, XmdError } from './errors.ts'

const entries = Object.entries<ErrorEntry>(ERRORS)

test('codes, statuses and titles are those that clients of the API know', () => {
  const contract = entries.map(([code, { status, title }]) => `${status} ${code}: ${title}`)
  expect(contract).toEqual([
    '400 missing_url: Missing url parameter',
    '400 invalid_url: Invalid X status URL',
    '400 unsupported_host: Unsupported host',
    '400 invalid_path: Not a status permalink',
    '400 invalid_params: Invalid handle or status id',
    '400 invalid_option: Invalid query option',
    '400 invalid_handle: Invalid X handle',
    '400 invalid_resource: Unsupported browse resource',
    '400 invalid_format: Unsupported format',
    '400 invalid_thread: Invalid thread parameter',
    '400 invalid_userinfo: Invalid userinfo parameter',
    '400 invalid_context: Invalid context parameter',
    '400 invalid_replies: Invalid replies parameter',
    '400 invalid_mode: Invalid mode parameter',
    '400 missing_query: Missing search query',
    '400 invalid_body: Invalid JSON body',
    '401 invalid_key: Invalid or disabled API key',
    '401 unauthorized: Unauthorized',
    '404 not_found: Not found',
    '404 route_not_found: API route not found',
    '405 method_not_allowed: Method not allowed',
    '406 not_acceptable: No acceptable representation',
    '429 rate_limited: Rate limit exceeded',
    '500 internal_error: Unexpected error',
    '502 upstream_error: Upstream provider error',
    '502 partial_upstream_failure: Partial upstream failure',
    '503 import_busy: Fresh import capacity is busy',
    '503 upstream_unavailable: Upstream profile unavailable',
    '503 upstream_rate_limited: Upstream provider is rate limiting x.md',
    '503 search_unavailable: Search temporarily unavailable',
    '501 archive_unsearchable: This archive cannot be searched',
    '503 admin_unconfigured: Admin is not configured',
  ])
})

test('only what is worth another try advises a pause, and each tells what to do', () => {
  for (const [code, { status, meaning, resolution, retryable, retryAfter }] of entries) {
    expect(retryAfter === undefined || retryable, code).toBe(true)
    expect(status < 429 && retryable, code).toBe(false)
    expect(meaning, code).toMatch(/\.$/)
    expect(resolution, code).toMatch(/\.$/)
  }
  expect(new XmdError('import_busy', 'busy').retryAfter).toBe(5)
  expect(new XmdError('rate_limited', 'slow', { retryAfter: 7 }).retryAfter).toBe(7)
})
