import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandboxed } from '../testing/sandboxed.ts'
import { getFollowers } from './get-connections.ts'
import { getPost } from './get-post.ts'
import { getProfile } from './get-profile.ts'
import { getReplies } from './get-replies.ts'
import type { Context } from './operation.ts'
import { searchPosts } from './search-posts.ts'

let sandbox: Awaited<ReturnType<typeof startSandboxed>>
beforeAll(async () => {
  sandbox = await startSandboxed({ UPSTREAM_TIMEOUT_SECONDS: '60' })
})
afterAll(() => sandbox.close())

const READS: [string, (context: Context) => Promise<unknown>][] = [
  ['post', (context) => getPost.run(getPost.input.parse({ handle: 'jack', id: '20' }), context)],
  ['replies', (context) => getReplies.run(getReplies.input.parse({ id: '20' }), context)],
  ['profile', (context) => getProfile.run(getProfile.input.parse({ handle: 'jack' }), context)],
  ['followers', (context) => getFollowers.run(getFollowers.input.parse({ handle: 'jack' }), context)],
  ['search', (context) => searchPosts.run(searchPosts.input.parse({ q: 'ferry' }), context)],
]

test.each(READS)('a %s that nobody waits for any more is not asked for any longer', async (_, read) => {
  await sandbox.faults([{ kind: 'hang' }])
  const leaving = new AbortController()
  // What each source was told of the caller: it ends its request by that.
  const signals: (AbortSignal | undefined)[] = []
  const providers = sandbox.context.providers.map(
    (provider) =>
      new Proxy(provider, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            if (value.length > 0) signals.push(args.findLast((arg) => arg instanceof AbortSignal) as never)
            return value.apply(target, args)
          }
        },
      }),
  )
  const { search } = sandbox.context.providers[0] ?? {}
  const watched = search && {
    ...search,
    search: (question: Parameters<typeof search.search>[0], signal?: AbortSignal) => {
      signals.push(signal)
      return search.search(question, signal)
    },
  }
  const [first, ...others] = providers
  const seen = new Proxy(first as object, {
    get: (target, name) => (name === 'search' ? watched : Reflect.get(target, name)),
  })
  const context = {
    ...sandbox.context,
    providers: [seen, ...others] as Context['providers'],
    signal: leaving.signal,
  }
  const reading = read(context)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(signals.length).toBeGreaterThan(0)
  leaving.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
  expect(signals.map((signal) => signal?.aborted)).toEqual(signals.map(() => true))
})
