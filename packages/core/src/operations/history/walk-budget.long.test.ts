import { createSandbox } from '@x-md/sandbox/app.ts'
import { expect, test } from 'vitest'
import { walkInRounds, walkPageByPage } from './testing/rounds.ts'

const sandbox = createSandbox()

test.each(['NorrbyInstr', 'VellmarWeather', 'jorunzandhov', 'NorrbyHelp'])(
  'the whole history of @%s at 16 chains costs little more than from page to page, and twice as many are faster',
  async (handle) => {
    const { pages, posts } = await walkPageByPage(sandbox, handle)
    const some = await walkInRounds(sandbox, handle, { concurrency: 16 })
    expect(some.missing).toEqual([])
    expect([...posts].filter((key) => !some.posts.has(key))).toEqual([])
    expect(some.requests / pages).toBeLessThanOrEqual(1.4)
    expect(some.rounds / (pages / 16)).toBeLessThanOrEqual(1.7)
    const more = await walkInRounds(sandbox, handle, { concurrency: 32 })
    expect([...posts].filter((key) => !more.posts.has(key))).toEqual([])
    expect(more.rounds).toBeLessThan(some.rounds)
  },
)
