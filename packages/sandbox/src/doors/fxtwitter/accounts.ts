import type { Account } from '../../world/model.ts'
import type { World } from '../../world/world.ts'

/** The account that a path names, by handle or by `id:` and a number, in any state. */
export function namedAccount(world: World, given: string): Account | undefined {
  const handle = given.trim()
  const id = /^id:(\d+)$/i.exec(handle)?.[1]
  const account = id ? world.accountById(id) : world.accountByHandle(handle)
  return account && account.joined <= world.now ? account : undefined
}
