import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServer } from './start.ts'
import { type Service, startService } from './testing.ts'

/** A way to X that stays shut until it is opened, so that a request is in flight for as long as a test needs. */
class Gate {
  #open: () => void = () => {}
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve
  })
  #target = ''
  readonly #server: Server = createServer(async (request, response) => {
    await this.#opened
    // A service that was cut has left, and takes the sandbox along.
    const answer = await fetch(this.#target + request.url, { headers: { 'user-agent': 'test' } }).catch(
      () => {},
    )
    if (!answer) {
      response.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  open(target: string): void {
    this.#target = `${target}/fxtwitter`
    this.#open()
  }
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let gate: Gate
let service: Service
let closed: Promise<void> | undefined
beforeEach(async () => {
  gate = new Gate()
  closed = undefined
  service = await startService({ FXTWITTER_BASE_URL: await gate.listen() }, { graceMs: 2_000 })
})
afterEach(async () => {
  gate.open(service.sandbox)
  await (closed ?? service.close())
  gate.close()
})

async function socketWith(request: string): Promise<{ socket: Socket; received(): string }> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(request)
  return { socket, received: () => text }
}
const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

describe('the service on a socket', () => {
  test('is healthy, and says where it listens', async () => {
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await (await service.get('/healthz')).json()).toEqual({ status: 'ok' })
    const problem = (await (await service.get('/api/v1/posts')).json()) as { instance: string }
    expect(problem.instance).toBe(`${service.url}/api/v1/posts`)
  })

  test('puts an IPv6 address in brackets', async () => {
    const server = await startServer(service.context, { host: '::1', port: 0 }).catch(() => undefined)
    if (!server) return // a machine without IPv6
    expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await server.close()
  })

  test('rejects when the port is taken', async () => {
    const port = Number(new URL(service.url).port)
    await expect(startServer(service.context, { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  })

  test('answers a request that is no HTTP without falling over', async () => {
    const { socket, received } = await socketWith('GARBAGE\r\n\r\n')
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1\.1 400 /)
    const { socket: other, received: answer } = await socketWith('GET / HTTP/1.1\r\nHost: a b\r\n\r\n')
    await until(() => answer().includes('}'))
    expect(answer()).toMatch(/^HTTP\/1\.1 400 /)
    // That is HTTP, so it is answered as everything else is.
    expect(answer().toLowerCase()).toContain('access-control-allow-origin: *')
    expect(answer()).toMatch(/"code": "invalid_option"/)
    other.destroy()
    expect((await service.get('/healthz')).status).toBe(200)
  })
})

describe('closing', () => {
  test('lets a request in flight finish, takes no new one, and ends idle connections at once', async () => {
    const idle = await socketWith(GET('/healthz'))
    await until(() => idle.received().includes('ok'))
    const running = service.get('/jack/status/20')
    await new Promise((resolve) => setTimeout(resolve, 50))
    closed = service.close()
    await once(idle.socket, 'close')
    await expect(service.get('/healthz')).rejects.toThrow()
    gate.open(service.sandbox)
    const answer = await running
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('setting up')])
    await closed
  })

  test('cuts what takes longer than the grace', async () => {
    const hanging = await socketWith(GET('/jack/status/20'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const started = performance.now()
    closed = service.close()
    await once(hanging.socket, 'close')
    expect(performance.now() - started).toBeGreaterThan(1_500)
    expect(hanging.received()).toBe('')
    gate.open(service.sandbox)
    await closed
  })
})
