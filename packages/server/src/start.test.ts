import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from './testing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

describe('the service on a socket', () => {
  test('is healthy, and reads the first post', async () => {
    expect(await (await service.get('/healthz')).json()).toEqual({ status: 'ok' })
    const answer = await service.get('/jack/status/20')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('> just setting up my twttr')
  })
})
