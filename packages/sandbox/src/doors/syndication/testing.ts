import { createSandbox } from '../../app.ts'
import type { World } from '../../world/world.ts'
import { exactToken } from './token.ts'
import type { WireTweet, WireTweetTombstone } from './wire.ts'

/** The door without a socket, for tests. */
export function openSyndication() {
  const { app, world } = createSandbox()
  const ask = (id: string, token = exactToken(id), userAgent = 'Mozilla/5.0 (door-test)') =>
    app.request(`/syndication/tweet-result?${new URLSearchParams({ id, lang: 'en', token })}`, {
      headers: { 'user-agent': userAgent },
    })
  const tweet = async (id: string) =>
    (await (await ask(id)).json()) as Omit<WireTweet, '__typename'> & Omit<WireTweetTombstone, '__typename'>
  const idOf = (kind: string) => {
    const named = world.named.find((one) => one.kind === kind || one.key === kind)
    if (!named) throw new Error(`no example ${kind}`)
    return named.post.id
  }
  return { app, world: world as World, ask, tweet, idOf }
}
