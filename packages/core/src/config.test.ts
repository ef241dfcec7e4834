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
