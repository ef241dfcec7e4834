import { expect } from 'vitest'
import { startActing } from '../../../testing/acting.ts'
import type { Context } from '../../operation.ts'

/** A sandbox to read posts in, and what is to be known of its world. */
export async function startReading() {
  const sandbox = await startActing()
  const { world } = sandbox
  /** What was on the bill and in the log before a test began. */
  let before = { total: 0, asked: 0 }
  /** Somebody whose identity is known; what that took is no part of the test. */
  const begin = async (who: 'owner' | 'second', settings: Record<string, string> = {}): Promise<Context> => {
    const context = sandbox.contextOf(who, settings)
    await context.x?.owner()
    before = { total: (await sandbox.bill()).total, asked: (await sandbox.asked()).length }
    return context
  }
  const total = async () => Math.round(((await sandbox.bill()).total - before.total) * 1000) / 1000
  /** What was asked for, below the door of the API. */
  const paths = async () =>
    (await sandbox.asked()).slice(before.asked).map(({ path }) => path.replace('/x-api/2/', ''))
  const queries = async () => (await paths()).map((path) => new URL(path, 'http://x').searchParams)
  return {
    ...sandbox,
    /** As it was in the beginning, with money without end, for the account that owns the app. */
    async renew(): Promise<Context> {
      await sandbox.reset()
      await sandbox.faults([])
      await sandbox.settings({ credits: null })
      return begin('owner')
    },
    /** The same account in another process, which has kept nothing. */
    another: () => begin('owner'),
    /** Another account, whose app is not its own. */
    beginSecond: () => begin('second', { X_OWNED_READS: 'false' }),
    total,
    paths,
    queries,
    query: async (at = 0) => (await queries())[at] ?? new URLSearchParams(),
    /** What a result told of its price is what was written on the bill. */
    paid: async (cost: { usd: number }) => expect(cost.usd).toBe(await total()),
    accountNamed(handle: string) {
      const account = world.accountByHandle(handle)
      if (!account) throw new Error(`nobody is called ${handle}`)
      return account
    },
    inState(state: string) {
      const found = world.accounts.find((one) => one.state === state && one.joined < world.now)
      if (!found) throw new Error(`nobody is ${state}`)
      return found
    },
    named(key: string) {
      const found = world.named.find((one) => one.key === key || one.kind === key)
      if (!found) throw new Error(`no example ${key}`)
      return found.post
    },
    postIn(state: string): string {
      const found = world.named.find(({ post }) => post.author.state === state)
      if (!found) throw new Error(`no post of somebody ${state}`)
      return found.post.id
    },
  }
}

export type Reading = Awaited<ReturnType<typeof startReading>>

export function idsOf(posts: unknown): string[] {
  return (posts as { id: string }[]).map(({ id }) => id)
}
