import { createSandbox } from '../../app.ts'
import type { World } from '../../world/world.ts'
import type { WireStatus, WireTombstone, WireUser } from './wire.ts'

/** Any answer of the door, loosely: a test names what it expects to be there. */
export interface Answer {
  code: number
  message: string
  reason: string
  id: string
  error: string
  status: WireStatus
  thread: (WireStatus | WireTombstone)[]
  replies: WireStatus[]
  author: WireUser
  cursor: { bottom: string | null } | null
  user: WireUser
  tweet: Record<string, unknown> & { author: WireUser; text: string }
}

/** A door without a socket, for tests. Paths are those of FxTwitter, without the sandbox's prefix. */
export function openDoor(options: Parameters<typeof createSandbox>[0] = {}) {
  const { app, world } = createSandbox(options)
  const ask = async (path: string): Promise<Response> =>
    app.request(`/fxtwitter${path}`, { headers: { 'user-agent': 'door-test/1.0' } })
  const json = async (path: string) => (await (await ask(path)).json()) as Answer
  return { app, world: world as World, ask, json }
}
