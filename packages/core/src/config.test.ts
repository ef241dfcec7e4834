import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

test('nothing set is a configuration that runs', () => {
  expect(loadConfig({})).toMatchObject({
    X_MD_PORT: 8787,
    FXTWITTER_BASE_URL: ['https://api.fxtwitter.com'],
    CACHE_TTL_SECONDS: 3600,
    CACHE_DISABLED: false,
  })
})

test('an empty value is as good as none, and a slash at the end does not matter', () => {
  const config = loadConfig({
    X_MD_PORT: '',
    FXTWITTER_BASE_URL: 'http://127.0.0.1:9/fxtwitter/, http://b.example',
  })
  expect(config).toMatchObject({
    X_MD_PORT: 8787,
    FXTWITTER_BASE_URL: ['http://127.0.0.1:9/fxtwitter', 'http://b.example'],
  })
})

test('every fault is named at once', () => {
  const load = () =>
    loadConfig({ X_MD_PORT: '99999', TCO_BASE_URL: 'file:///etc', CACHE_DISABLED: 'perhaps' })
  expect(load).toThrow(ConfigError)
  for (const name of ['X_MD_PORT', 'TCO_BASE_URL', 'CACHE_DISABLED']) expect(load).toThrow(name)
})

test.each([
  ['60s', 60_000],
  ['1m30s', 90_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['2h45m', 9_900_000],
  // Less than a millisecond is still more than none.
  ['1ns', 1],
])('the duration %s is %d ms', (text, ms) => {
  expect(loadConfig({ SERVER_READ_TIMEOUT: text }).SERVER_READ_TIMEOUT).toBe(ms)
})

test.each([
  ['SERVER_WRITE_TIMEOUT', '60'],
  ['SERVER_WRITE_TIMEOUT', '0s'],
  ['SERVER_WRITE_TIMEOUT', '-5s'],
  ['SERVER_WRITE_TIMEOUT', 'soon'],
  ['SERVER_WRITE_TIMEOUT', '1000h'],
  ['SERVER_PORT', '0'],
  ['SERVER_PORT', '-1'],
  ['SERVER_PORT', 'http'],
  ['SERVER_PORT', '65536'],
  ['MAX_IDLE_CONNS_PER_HOST', '0'],
  ['POSTS_MAX_QUERIES', 'five'],
  ['MEDIA_CHUNK_BYTES', '-1'],
  ['MCP_TRANSPORT', 'sse'],
  ['MCP_PATH', 'mcp'],
  ['MCP_AUTH_TOKEN', 'short'],
  ['LOG_MODE', 'loud'],
  ['X_CONFIRM', 'maybe'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name}: must|^${name}: Invalid`, 'm'))
})
