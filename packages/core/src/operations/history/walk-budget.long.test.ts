import { createSandbox } from '@x-md/sandbox/app.ts'
import { expect, test } from 'vitest'
import { countRounds } from './testing/rounds.ts'

const sandbox = createSandbox()

test.each(['NorrbyInstr', 'VellmarWeather', 'jorunzandhov', 'NorrbyHelp'])(
  'the whole history of @%s at 16 chains costs little more than from page to page, and twice as many are faster',
  async (handle) => {
    const some = await countRounds(sandbox, handle, 16)
    expect(some.lost).toEqual([])
    expect(some.requests / some.sequential).toBeLessThanOrEqual(1.4)
    expect(some.rounds / (some.sequential / 16)).toBeLessThanOrEqual(1.7)
    const more = await countRounds(sandbox, handle, 32)
    expect(more.lost).toEqual([])
    expect(more.rounds).toBeLessThan(some.rounds)
  },
)
