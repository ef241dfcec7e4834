import { describe, expect, test } from 'vitest'
import { listenDual } from '../../packages/cli/src/probe/testing/dual-server.ts'
import { type Era, request, Stdio } from './speakers.ts'
import { watchedService } from './watch.ts'

const at = watchedService()

const POST_20 = { name: 'x_md_get_post', arguments: { handle: 'jack', id: '20' } }

describe.each(['modern', 'legacy'] as const)('a service by its address, %s', (era: Era) => {
  const connect = async (...flags: readonly string[]) => {
    // The endpoint need not be named.
    const connection = new Stdio(['mcp', '--url', at.service.url, ...flags])
    await connection.open(era)
    return connection
  }

  test('answers through the bridge as it answers by itself', async () => {
    const connection = await connect()
    const { message } = await connection.ask(request(era, 'tools/call', POST_20, 'a post'))
    expect(message).toMatchObject({ id: 'a post', result: { structuredContent: { post_count: 1 } } })
    const read = await connection.ask(request(era, 'resources/read', { uri: `${at.service.url}/llms.txt` }))
    expect(JSON.stringify(read.message?.result)).toContain('x.md')
    // A name that is no ASCII has a form of its own in a header.
    const unknown = await connection.ask(request(era, 'tools/call', { name: 'wörter', arguments: {} }))
    expect(unknown.message).toMatchObject({ id: 7, error: { code: -32602 } })
    expect((await connection.ask('{"jsonrpc"')).message?.error?.code).toBe(-32700)
    expect(await connection.end()).toBe(0)
  })

  test('hands on that a call was cancelled', async () => {
    const connection = await connect()
    at.watch.hold()
    connection.write(
      request(era, 'tools/call', { name: 'x_md_get_profile', arguments: { handle: `slow_${era}` } }, 'slow'),
    )
    await at.watch.until((running) => running > 0)
    const { id: _, ...notice } = request(era, 'notifications/cancelled', { requestId: 'slow' })
    connection.write(notice)
    await at.watch.until((running) => running === 0)
    expect((await connection.ask(request(era, 'tools/list', {}, 'next'))).message?.id).toBe('next')
    await connection.end()
  })

  test('has no tool that writes where that is asked for', async () => {
    const connection = await connect('--read-only')
    const { message } = await connection.ask(request(era, 'tools/list'))
    const tools = (message?.result?.tools ?? []) as { name: string }[]
    expect(tools.length).toBe(6)
    const refused = await connection.ask(
      request(era, 'tools/call', { name: 'submit_feedback', arguments: { message: 'a' } }),
    )
    expect(refused.message?.error?.code).toBe(-32602)
    await connection.end()
  })
})

test('tools of another server that do not say that they only read are not called, listed or not', async () => {
  const other = await listenDual()
  const connection = new Stdio(['mcp', '--url', other.url, '--read-only'])
  const call = async (name: string, args = {}) =>
    (await connection.ask(request('modern', 'tools/call', { name, arguments: args }))).message
  expect((await call('forget'))?.error?.code).toBe(-32602)
  const { message } = await connection.ask(request('modern', 'tools/list'))
  expect(message?.result?.tools).toMatchObject([{ name: 'add' }])
  expect((await call('forget'))?.error?.code).toBe(-32602)
  expect(await call('add', { a: 1, b: 2 })).toMatchObject({ result: { structuredContent: { sum: 3 } } })
  await connection.end()
  other.close()
})

test('the key of the environment is shown, and how posts are handed over handed on', async () => {
  const connection = new Stdio(['mcp', '--url', `${at.service.url}/mcp`, '--structured', 'full'], {
    X_MD_API_KEY: `xmd_${'0'.repeat(48)}`,
  })
  const refused = await connection.ask(request('modern', 'tools/call', POST_20))
  expect(refused.message).toMatchObject({
    id: 7,
    error: { code: -32600, data: { status: 401, code: 'invalid_key' } },
  })
  await connection.end()
  const open = new Stdio(['mcp', '--url', `${at.service.url}/mcp`, '--structured', 'full'])
  const { message } = await open.ask(request('modern', 'tools/call', POST_20))
  expect(message?.result?.structuredContent).toHaveProperty('text')
  await open.end()
})

test('a service that cannot be reached is an answer to each call', async () => {
  const connection = new Stdio(['mcp', '--url', 'http://127.0.0.1:1'])
  const { message } = await connection.ask(request('modern', 'tools/list'))
  expect(message).toMatchObject({
    id: 7,
    error: { code: -32603, message: 'The service at http://127.0.0.1:1 cannot be reached.' },
  })
  expect(await connection.end()).toBe(0)
})

test('something else at the address is said to be no service', async () => {
  const connection = new Stdio(['mcp', '--url', `${at.service.url}/docs`])
  const { message } = await connection.ask(request('modern', 'tools/list'))
  expect(message?.error?.message).toMatch(
    /^The service at .* answered 405 with something that is no message\.$/,
  )
  await connection.end()
})

test('an address that is none is refused at once', async () => {
  const connection = new Stdio(['mcp', '--url', 'nowhere'])
  expect(await connection.done).toBe(2)
  expect(connection.stderr).toContain('--url')
})
