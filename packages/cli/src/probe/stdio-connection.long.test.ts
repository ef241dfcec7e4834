import { afterEach, describe, expect, test } from 'vitest'
import { legacyCall } from './calls.ts'
import { StdioConnection } from './stdio-connection.ts'
import { isAlive } from './testing/is-alive.ts'

const ping = legacyCall({ method: 'ping', id: 1 }, {})
let connection: StdioConnection
let garbage: string[]
afterEach(() => connection.close())

/** A process that runs a script; the script knows `send`. */
function start(script: string, timeoutMs = 20_000): void {
  garbage = []
  const send = 'const send = (value) => process.stdout.write(JSON.stringify(value) + "\\n");'
  connection = new StdioConnection(
    [process.execPath, '-e', send + script],
    { env: {}, timeoutMs },
    { onGarbage: (line) => garbage.push(line), onStderr: () => undefined },
  )
}

const ANSWER = 'send({ jsonrpc: "2.0", id: 1, result: {} });'

test('what is printed besides messages is told, and the answer found among it', async () => {
  start(`console.log("Server ready"); process.stdout.write("\\n{}\\r\\n[1]\\nnull\\n"); send({ jsonrpc: "2.0",
    method: "notifications/message" }); send({ jsonrpc: "2.0", id: 9, result: {} }); ${ANSWER}
    process.stdin.resume()`)
  const { answer, before } = await connection.send('ping', ping)
  expect(answer).toEqual({ kind: 'result', result: {} })
  expect(garbage).toEqual(['Server ready', '{}', '[1]', 'null'])
  expect(before).toBe(2)
})

test('an answer in pieces, without a newline at its end', async () => {
  start(`process.stdout.write('{"jsonrpc":"2.0","id":1,'); setTimeout(() => {
    process.stdout.write('"result":{"text":"\\u2603"}}'); }, 50)`)
  expect((await connection.send('ping', ping)).answer).toEqual({ kind: 'result', result: { text: '☃' } })
})

test('what the server asks meanwhile is answered, so that it goes on', async () => {
  start(`send({ jsonrpc: "2.0", id: "a", method: "ping" }); send({ jsonrpc: "2.0", id: "b", method: "roots/list" });
    let seen = ""; process.stdin.on("data", (text) => { seen += text;
    if (/"id":"a","result":{}/.test(seen) && /"id":"b","error":{"code":-32601/.test(seen)) { ${ANSWER} } })`)
  expect((await connection.send('ping', ping)).answer.kind).toBe('result')
})

describe('ends', () => {
  test.each([
    ['a process that ends', 'process.exit(3)', 'closed', /exited with code 3/],
    ['a process that is killed', 'process.kill(process.pid, "SIGKILL")', 'closed', /SIGKILL/],
  ])('%s', async (_, script, silence, detail) => {
    start(script)
    const first = await connection.send('ping', ping)
    const second = await connection.send('ping', ping)
    for (const { answer } of [first, second]) {
      expect(answer).toMatchObject({ kind: 'none', silence, detail: expect.stringMatching(detail) })
    }
  })

  test('silence, at the deadline', async () => {
    start('process.stdin.resume()', 100)
    expect((await connection.send('ping', ping)).answer).toMatchObject({ silence: 'timeout' })
  })

  test('a command that does not exist', async () => {
    connection = new StdioConnection(
      ['/nowhere/no-such-program'],
      { env: {}, timeoutMs: 5_000 },
      { onGarbage: () => undefined, onStderr: () => undefined },
    )
    const { answer } = await connection.send('ping', ping)
    expect(answer).toMatchObject({ silence: 'unreachable', detail: expect.stringContaining('ENOENT') })
  })
})

test('who neither ends with its input nor on request is killed, and its children, too', async () => {
  start(`process.on("SIGTERM", () => {}); const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
    send({ jsonrpc: "2.0", id: 1, result: { pids: [process.pid, child.pid] } }); setInterval(() => {}, 1000)`)
  const { answer } = await connection.send('ping', ping)
  const { pids } = answer.kind === 'result' ? answer.result : {}
  expect(pids).toHaveLength(2)
  expect(await connection.close()).toMatchObject({ on_eof: false })
  for (const pid of pids as number[]) {
    await expect.poll(() => isAlive(pid)).toBe(false)
  }
})
