import { describe, expect, test } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { choose } from './choose.ts'
import type { Outcome, Provider } from './provider.ts'

interface Value {
  text: string
  whole: boolean
}

const found = (text: string, whole = true): Outcome<Value> => ({ kind: 'found', value: { text, whole } })
const unsure: Outcome<Value> = { kind: 'unsure' }
const gone: Outcome<Value> = { kind: 'gone', reason: 'deleted' }
const fault = new UpstreamError('network', 'down')
const refused = new UpstreamError('body', 'refused', { retryable: false })

type Answer = Outcome<Value> | Error

/** Providers that answer so, or so in turn, in order; a name that begins with `paid` costs money. */
async function ask(answers: Record<string, Answer | [Answer, Answer] | undefined>) {
  const asked: string[] = []
  const providers = Object.keys(answers).map((name): Provider => ({ name, paid: name.startsWith('paid') }))
  const result = await choose(
    providers,
    ({ name }) => {
      const given = answers[name]
      const answer = Array.isArray(given) ? given[asked.includes(name) ? 1 : 0] : given
      if (answer) asked.push(name)
      return answer && (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))
    },
    (value) => value.whole,
  ).catch((error: unknown) => error)
  return { asked, result }
}

describe('what is final ends the search', () => {
  test.each([
    ['found', found('a')],
    ['gone', gone],
  ])('%s', async (_, outcome) => {
    expect(await ask({ first: outcome, second: found('b'), paid: found('c') })).toEqual({
      asked: ['first'],
      result: { outcome, source: 'first' },
    })
  })
  test('after a miss and after any fault of another', async () => {
    for (const before of [unsure, fault, refused]) {
      const { asked, result } = await ask({ first: before, second: gone, paid: found('c') })
      expect([asked, result]).toEqual([['first', 'second'], { outcome: gone, source: 'second' }])
    }
  })
})

describe('two free sources that miss it', () => {
  test('prove that it is missing once the first has missed it again, and cost nothing', async () => {
    const { asked, result } = await ask({ first: unsure, second: unsure, paid: found('c') })
    expect(asked).toEqual(['first', 'second', 'first'])
    expect(result).toMatchObject({ outcome: { kind: 'gone', reason: 'missing' } })
  })
  test('may both have failed in that moment', async () => {
    for (const later of [found('a'), gone]) {
      expect((await ask({ first: [unsure, later], second: unsure, paid: found('c') })).result).toEqual({
        outcome: later,
        source: 'first',
      })
    }
    expect((await ask({ first: [unsure, fault], second: unsure })).result).toEqual({
      outcome: unsure,
      source: 'first',
    })
  })
})

test('one miss proves nothing, whatever else fails', async () => {
  expect((await ask({ first: unsure, second: fault })).result).toEqual({ outcome: unsure, source: 'first' })
  expect((await ask({ first: fault, second: unsure, paid: unsure })).result).toEqual({
    outcome: unsure,
    source: 'second',
  })
  expect((await ask({ first: unsure, second: fault, paid: found('c') })).result).toMatchObject({
    source: 'paid',
  })
})

test('when all fail, the first fault is told', async () => {
  expect((await ask({ first: refused, second: fault })).result).toBe(refused)
})

test('a fault of ours is no fault of a source', async () => {
  const bug = new TypeError('ours')
  expect(await ask({ first: bug, second: found('b') })).toEqual({ asked: ['first'], result: bug })
})

test('a cut value is kept while a free source may have it whole', async () => {
  expect((await ask({ first: found('cut', false), second: found('whole') })).result).toMatchObject({
    source: 'second',
  })
  for (const second of [unsure, fault, gone, found('cut', false), undefined]) {
    const { asked, result } = await ask({ first: found('cut', false), second, paid: found('c') })
    expect(result).toMatchObject({ source: 'first' })
    expect(asked).not.toContain('paid')
  }
})

test('who cannot do it is not asked', async () => {
  expect((await ask({ first: undefined, second: found('b') })).asked).toEqual(['second'])
  expect((await ask({ first: undefined })).result).toBeInstanceOf(Error)
})
