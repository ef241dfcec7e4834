import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { checkReachable } from './reach.ts'

test('any answer will do, a refusal says so, and a wait for nothing ends', async () => {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/door`
  expect(await checkReachable('A', base, 'test')).toMatchObject({ name: 'A', status: 'ok' })
  await new Promise((resolve) => server.close(resolve))
  expect(await checkReachable('A', base, 'test')).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('ECONNREFUSED'),
  })
  expect(await checkReachable('A', 'http://nowhere.invalid', 'test')).toMatchObject({
    status: 'fail',
    detail: expect.stringMatching(/no network, or no name service/),
  })
})
