import { setTimeout as pause } from 'node:timers/promises'
import type { RedisConnection } from './redis-store.ts'
import { toStoreError } from './steady-store.ts'

/** Between the tries of a command: a server that is started anew is back within them. */
const PAUSES_MS = [100, 400, 1500]

/** For commands that may be carried out twice: one that fails is sent again, and its fault tells nothing secret. */
export class PatientConnection implements RedisConnection {
  readonly name: RedisConnection['name']
  readonly cluster: boolean
  readonly #connection: RedisConnection
  readonly #pausesMs: readonly number[]
  #isClosed = false

  constructor(connection: RedisConnection, { pausesMs = PAUSES_MS }: { pausesMs?: readonly number[] } = {}) {
    this.name = connection.name
    this.cluster = connection.cluster
    this.#connection = connection
    this.#pausesMs = pausesMs
  }

  /** @throws StoreError */
  async command(parts: Parameters<RedisConnection['command']>[0]): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#connection.command(parts)
      } catch (error) {
        const wait = this.#isClosed ? undefined : this.#pausesMs[tries]
        if (wait === undefined) throw toStoreError(this.name, error)
        await pause(wait)
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#connection.close()
  }
}
