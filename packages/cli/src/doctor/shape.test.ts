import { startSandbox } from '@x-md/sandbox/start.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkShape, drift } from './shape.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const read = async (id: string): Promise<Record<string, unknown>> => {
  const response = await fetch(`${sandbox.url}/fxtwitter/2/status/${id}`, {
    headers: { 'user-agent': 'test' },
  })
  return (await response.json()) as Record<string, unknown>
}

test('the first post has the shape that is expected', async () => {
  expect(await checkShape([`${sandbox.url}/fxtwitter`], '20', 'test')).toMatchObject({ status: 'ok' })
})

test('a key that is gone or has another type fails, and is named', async () => {
  const { status, ...envelope } = await read('20')
  const { text: _, ...rest } = status as Record<string, unknown>
  expect(drift([{ ...envelope, status: { ...rest, likes: 'many' } }])).toEqual({
    status: 'fail',
    detail: expect.stringMatching(/missing: likes, text/),
  })
})

test('a new key is told and does no harm, at any depth', async () => {
  const { status, ...envelope } = await read('20')
  const author = (status as { author: object }).author
  const body = {
    ...envelope,
    status: { ...(status as object), mood: 1, author: { ...author, shoe_size: 43 } },
  }
  expect(drift([body])).toEqual({
    status: 'ok',
    detail: '1 post as expected; unknown to us: author.shoe_size, mood',
  })
})

test('a post that is not found fails', async () => {
  expect(await checkShape([`${sandbox.url}/fxtwitter`], '21', 'test')).toMatchObject({ status: 'fail' })
})
