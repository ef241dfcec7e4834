import { createSandbox } from '@x-md/sandbox/app.ts'
import { expect, test } from 'vitest'
import { walkInRounds, walkPageByPage } from './testing/rounds.ts'

const sandbox = createSandbox()

/** Where there are fewer, the rounds in which a walk begins and ends are a larger part of it. */
const MANY_POSTS = 2200
const handles = sandbox.world.accounts
  .filter((account) => account.state === 'open' && sandbox.world.timeline(account).length >= MANY_POSTS)
  .map(({ handle }) => handle)

test('there are long timelines of every rhythm', () => {
  expect(handles.length).toBeGreaterThan(45)
})

test.each(handles)(
  'the whole history of @%s at 16 chains costs little more than from page to page, and twice as many are faster',
  async (handle) => {
    const { pages, posts } = await walkPageByPage(sandbox, handle)
    const some = await walkInRounds(sandbox, handle, { concurrency: 16 })
    expect(some.missing).toEqual([])
    expect([...posts].filter((key) => !some.posts.has(key))).toEqual([])
    expect(some.requests / pages).toBeLessThanOrEqual(1.4)
    // A walk takes whole rounds.
    expect(some.rounds).toBeLessThanOrEqual(Math.ceil(1.7 * (pages / 16)))
    const more = await walkInRounds(sandbox, handle, { concurrency: 32 })
    expect([...posts].filter((key) => !more.posts.has(key))).toEqual([])
    expect(more.rounds).toBeLessThan(some.rounds)
  },
)
