import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ X_MD_PUBLIC_URL: 'https://x.example' })
})
afterAll(() => service.close())

describe('oEmbed', () => {
  test('is the document of its parameters, on both routes, and asks nobody', async () => {
    const query = '?url=https://x.com/nobody/status/123&text=3+likes'
    const answer = await service.get(`/oembed${query}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    const text = await answer.text()
    expect(await (await service.get(`/api/v1/oembed${query}`)).text()).toBe(text)
    expect(Object.entries(JSON.parse(text))).toEqual([
      ['author_name', '3 likes'],
      ['author_url', 'https://x.com/nobody/status/123'],
      ['provider_name', 'x.md'],
      ['provider_url', 'https://x.example'],
      ['title', 'Embed'],
      ['type', 'link'],
      ['version', '1.0'],
    ])
    expect(await (await fetch(`${service.sandbox}/_sandbox/requests`)).json()).toEqual([])
  })
})
