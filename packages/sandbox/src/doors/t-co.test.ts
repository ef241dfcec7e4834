import { describe, expect, test } from 'vitest'
import { createSandbox } from '../app.ts'

const { app, world } = createSandbox()
const post = (kind: string) => world.named.find((one) => one.kind === kind)!.post

describe('the t.co door', () => {
  test('answers HEAD and GET with the address, and follows nothing', async () => {
    const link = world.links(post('link/plain')).body[0]!
    for (const method of ['HEAD', 'GET']) {
      const answer = await app.request(`/t.co/${link.code}`, { method })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, link.url])
    }
  })

  test('codes that begin each other lead to different places', async () => {
    const { body } = world.links(post('link/prefix-codes-short-last'))
    for (const { code, url } of body) {
      expect((await app.request(`/t.co/${code}`)).headers.get('location')).toBe(url)
    }
  })

  test('letters beyond ASCII are percent-encoded on the way', async () => {
    const link = world.links(post('link/non-ascii')).body[0]!
    const location = (await app.request(`/t.co/${link.code}`)).headers.get('location')!
    expect(location).toMatch(/^[\x21-\x7e]+$/)
    expect(decodeURI(location)).toBe(link.url)
  })

  test('an unknown code is not found', async () => {
    expect((await app.request('/t.co/unknown')).status).toBe(404)
  })
})
