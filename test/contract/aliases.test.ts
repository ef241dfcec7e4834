import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, head, links, ROUTES, startClient } from './client.ts'

// The order of sources stands in client.ts.
let x: Client
beforeAll(async () => {
  x = await startClient()
})
afterAll(() => x.close())
afterEach(() => x.tellAll())

describe('the routes of the first days', () => {
  test.each([
    ['/api/convert?handle=jack&id=20', '/api/v1/posts'],
    ['/api/convert?url=nope', '/api/v1/posts'],
    ['/api/convert', '/api/v1/posts'],
    ['/api/browse?resource=profile&handle=jack', '/api/v1/profiles/jack'],
    ['/api/browse?resource=followers&handle=@jack', '/api/v1/profiles/jack/followers'],
    ['/api/browse?resource=FOLLOWING&handle=jack', '/api/v1/profiles/jack/following'],
    ['/api/browse?resource=search', '/api/v1/search'],
    ['/api/browse?resource=profile', undefined],
    ['/api/browse?resource=profile&handle=a-b', undefined],
    ['/api/browse?resource=lists&handle=jack', undefined],
    ['/api/browse', undefined],
  ])('%s says on every answer that it ends, and that %s follows', async (path, successor) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const answer = await x.ask(path, { accept: 'application/json' }, method)
      expect(head(answer, 'deprecation', 'sunset')).toEqual(['@1789430400', 'Wed, 15 Sep 2027 00:00:00 GMT'])
      const found = links(answer)
      expect(found['successor-version']).toEqual(successor && [x.url + successor])
      expect([found.deprecation, found.sunset]).toEqual([
        [`${x.url}/docs/versioning`],
        [`${x.url}/docs/versioning`],
      ])
      if (answer.status >= 400) expect(found.help).toEqual([`${x.url}/docs/reliability#errors`])
    }
  })

  test('no other route says so', async () => {
    for (const [path] of ROUTES.filter(([name]) => !/^\/api\/(?:convert|browse)/.test(name))) {
      expect(head(await x.ask(path), 'deprecation', 'sunset')).toEqual([null, null])
    }
  })
})
