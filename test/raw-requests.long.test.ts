import { once } from 'node:events'
import { connect } from 'node:net'
import { startSandbox } from '@x-md/sandbox/start.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServiceProcess, startServiceProcess } from './helpers/service-processes.ts'

/** What no HTTP client sends: bytes on a socket. */

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let service: ServiceProcess
beforeAll(async () => {
  sandbox = await startSandbox()
  service = await startServiceProcess(sandbox.url, { LOG_LEVEL: 'error' })
})
afterAll(async () => {
  expect(await service.stop()).toEqual([])
  await sandbox.close()
})

/** Sends bytes, and nothing more. @returns all that came back until the service closed, or was silent for long */
async function exchange(bytes: string | Buffer): Promise<string> {
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  // Not ended: half of a connection closed is another case.
  const closed = once(socket, 'close')
  const silent = setTimeout(() => socket.destroy(), 2_000)
  await closed
  clearTimeout(silent)
  return received
}

const CLOSE = 'Connection: close\r\n\r\n'
const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}X-Forwarded-For: 192.0.2.1\r\n${CLOSE}`

/** Answers of the service itself; what is below HTTP is refused by node, with a status and nothing else. */
const SERVED: [string, string, number, RegExp?][] = [
  ['an absolute target on another host', get('http://forged.invalid/jack/status/20?thread=off'), 200],
  ['an absolute target that is no address', get('http://[::bad/'), 400, /invalid_option/],
  ['the asterisk', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 400, /invalid_option/],
  ['a backslash in the path', get('/jack\\status\\20'), 400, /invalid_option/],
  ['a Host that is no host', `GET / HTTP/1.1\r\nHost: a b\r\n${CLOSE}`, 400, /invalid_option/],
  [
    'a Host with credentials',
    `GET / HTTP/1.1\r\nHost: u:p@forged.invalid\r\n${CLOSE}`,
    400,
    /invalid_option/,
  ],
  ['an empty Host', `GET /healthz HTTP/1.1\r\nHost:\r\n${CLOSE}`, 200],
  ['HTTP/1.0 without a Host', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['two Hosts', get('/llms.txt', 'Host: forged.invalid\r\n'), 200],
  ['a NUL in the path', get('/jack%00/status/20'), 400, /invalid_params/],
  ['a NUL in the id', get('/jack/status/20%00'), 400, /invalid_params/],
  ['a path that climbs', get('/../../../etc/passwd'), 404],
  ['a path that climbs, encoded', get('/docs/%2e%2e/%2e%2e/package.json'), 404],
  ['a path that climbs, encoded twice', get('/docs/%252e%252e%252fpackage.json'), 404],
  ['a fragment', get('/healthz#x'), 200],
  ['half of an encoding', get('/%'), 404],
  ['an overlong encoding', get('/%c0%ae%c0%ae/x'), 404],
  ['a long target', get(`/${'a'.repeat(9_000)}`), 400, /invalid_option/],
  ['many headers', get('/healthz', Array.from({ length: 500 }, (_, n) => `X-${n}: 1\r\n`).join('')), 200],
  ['a body that is announced and not sent', get('/healthz', 'Content-Length: 5\r\n'), 200],
  ['a method that nobody knows', `QUERY /healthz HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 405, /method_not_allowed/],
]

test.each(SERVED)('%s is answered as anything else', async (_, bytes, status, says = /^/) => {
  const answer = await exchange(Buffer.from(bytes, 'latin1'))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer.toLowerCase()).toContain('access-control-allow-origin: *\r\n')
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff\r\n')
  expect(answer).toMatch(says)
  expect(answer).not.toMatch(/forged\.invalid|root:|"workspaces"/)
})

const REFUSED: [string, string, RegExp][] = [
  ['what is no HTTP', 'GARBAGE\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', /^HTTP\/1\.1 400 /],
  ['a target that is a word', get('healthz'), /^HTTP\/1\.1 400 /],
  ['bytes beyond ASCII', get('/\xff\xfe'), /^HTTP\/1\.1 400 /],
  ['a space in the target', get('/a b'), /^HTTP\/1\.1 400 /],
  ['a NUL in a header', get('/', 'X-A: a\0b\r\n'), /^HTTP\/1\.1 400 /],
  ['a header without a name', get('/', ': x\r\n'), /^HTTP\/1\.1 400 /],
  ['a folded header', get('/', 'X-A: a\r\n b\r\n'), /^(HTTP\/1\.1 (400|200) )/],
  ['two lengths', get('/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), /^HTTP\/1\.1 400 /],
  [
    'a length and chunks',
    get('/', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'),
    /^HTTP\/1\.1 400 /,
  ],
  ['a negative length', get('/', 'Content-Length: -1\r\n'), /^HTTP\/1\.1 400 /],
  ['HTTP/1.1 without a Host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a flood of headers', get('/', `X-A: ${'a'.repeat(1_000)}\r\n`.repeat(20)), /^HTTP\/1\.1 431 /],
  ['a tunnel', 'CONNECT forged.invalid:443 HTTP/1.1\r\nHost: forged.invalid\r\n\r\n', /^$|^HTTP\/1\.1 4/],
]

test.each(REFUSED)('%s is refused, and nothing else happens', async (_, bytes, status) => {
  const answer = await exchange(Buffer.from(bytes, 'latin1'))
  expect(answer).toMatch(status)
  expect(answer).not.toMatch(/\bat .*:\d+:\d+|forged\.invalid/)
})

test('whatever stands on a socket, the service goes on', async () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      'GET ',
      '/',
      'jack/status/20',
      ' HTTP/1.1',
      '\r\n',
      '\r\n\r\n',
      'Host: a',
      ': ',
      '%00',
      'Transfer-Encoding: chunked',
      '0\r\n\r\n',
      'POST ',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  )
  const streams = fc.sample(fc.array(pieces, { minLength: 1, maxLength: 20 }), 1_000)
  const faults: string[] = []
  for (let from = 0; from < streams.length; from += 100) {
    await Promise.all(
      streams.slice(from, from + 100).map(async (parts) => {
        const bytes = Buffer.from(`${parts.join('')}\r\n\r\n`, 'latin1')
        const answer = await exchange(bytes)
        if (!/^(HTTP\/1\.1 [1-4]\d\d [\s\S]*)?$/.test(answer)) faults.push(JSON.stringify([parts, answer]))
      }),
    )
  }
  expect(faults).toEqual([])
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
})
