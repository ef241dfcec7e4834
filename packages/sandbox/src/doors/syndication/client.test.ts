import { fetchTweet } from 'react-tweet/api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { catalogue } from '../../catalogue/catalogue.ts'
import { startFaulty } from '../../faults/testing.ts'

let sandbox: Awaited<ReturnType<typeof startFaulty>>
const real = globalThis.fetch

beforeAll(async () => {
  sandbox = await startFaulty()
  // The client has its host built in; only the way there is ours.
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    real(address.replace('https://cdn.syndication.twimg.com', `${sandbox.url}/syndication`), {
      ...init,
      headers: { 'user-agent': 'Mozilla/5.0 (client-test)' },
    }),
  )
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await sandbox.close()
})

describe('the client that the endpoint is best known by', () => {
  test('reads every example of the catalogue as the catalogue says', async () => {
    for (const { kind, id, repost_of, syndication_says } of catalogue(sandbox.world).examples) {
      const { data, tombstone, notFound } = await fetchTweet(id)
      if (syndication_says === 'post') {
        const whole = kind.startsWith('repost/cut') ? undefined : repost_of
        expect([kind, data?.id_str]).toEqual([kind, whole?.id ?? id])
      } else if (syndication_says === 'tombstone') expect([kind, tombstone]).toEqual([kind, true])
      else expect([kind, notFound]).toEqual([kind, true])
    }
  })

  test('reads the token of the exact rule', async () => {
    await sandbox.faults({ kind: 'exact-token' })
    expect((await fetchTweet('20')).data?.text).toBe('just setting up my twttr')
    await sandbox.faults()
  })

  test('takes the throttled endpoint for a miss, and trips over its pages', async () => {
    await sandbox.faults(
      { kind: 'throttle-404', door: 'syndication', count: 1 },
      { kind: '5xx', body: 'html' },
    )
    expect(await fetchTweet('20')).toEqual({ notFound: true })
    await expect(fetchTweet('20')).rejects.toThrow(TypeError)
    await sandbox.faults()
  })
})
