import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Service, startService } from '../../packages/server/src/testing.ts'

/** A service whose requests for X all go by a watch, for the tests of one file. */
export function watchedService(): { readonly service: Service; readonly watch: Watch } {
  const made = {} as { service: Service; watch: Watch }
  beforeAll(async () => {
    made.watch = await Watch.start()
    made.service = await startService({ FXTWITTER_BASE_URL: made.watch.url, UPSTREAM_TIMEOUT_SECONDS: '60' })
    made.watch.aim(`${made.service.sandbox}/fxtwitter`)
  })
  afterAll(async () => {
    await made.service.close()
    await made.watch.close()
  })
  afterEach(() => made.watch.release())
  return made
}

/** A way to the sandbox that counts the requests that run on it, and can hold them all. */
export class Watch {
  readonly #server: Server
  #target = ''
  #running = 0
  #held: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  private constructor() {
    this.#server = createServer((request, response) => this.#pass(request, response))
  }

  static async start(): Promise<Watch> {
    const watch = new Watch()
    await once(watch.#server.listen(0, '127.0.0.1'), 'listening')
    return watch
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Says where requests go. */
  aim(target: string): void {
    this.#target = target
  }

  hold(): void {
    this.release()
    this.#held = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  release(): void {
    this.#release()
  }

  async until(isSo: (running: number) => boolean): Promise<void> {
    const began = performance.now()
    while (!isSo(this.#running)) {
      if (performance.now() - began > 10_000) throw new Error(`${this.#running} requests run`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  close(): Promise<void> {
    this.release()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #pass({ url }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#running++
    // Of an answer that was sent, or whose asker has left.
    response.once('close', () => {
      this.#running--
    })
    await this.#held
    if (response.destroyed) return
    const answer = await fetch(this.#target + url, { headers: { 'user-agent': 'test' } }).catch(
      () => undefined,
    )
    if (!answer) {
      response.destroy()
      return
    }
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
  }
}
