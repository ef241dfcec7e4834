import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dice } from '../world/random.ts'
import { drawDelay } from './delay.ts'
import { type Fault, readFaults } from './fault.ts'
import { Faults } from './faults.ts'
import { FAULT_KINDS } from './kinds.ts'
import { startFaulty } from './testing.ts'

const prefixes = ['/fxtwitter', '/t.co']
const sequence = (seed: number, faults: Fault[], count: number) => {
  const list = new Faults(seed)
  list.replace(faults)
  return Array.from({ length: count }, (_, i) =>
    list.strike('/fxtwitter', `/fxtwitter/2/status/${i}`, '').map(({ fault }) => fault.kind),
  )
}

describe('which requests are struck', () => {
  test('the same for the same seed and order, others for another seed, and about as many as the rate says', () => {
    const faults = readFaults(
      [
        { kind: '5xx', rate: 0.2 },
        { kind: 'latency', delayMs: 1, rate: 0.5 },
      ],
      prefixes,
    )
    expect(sequence(7, faults, 500)).toEqual(sequence(7, faults, 500))
    expect(sequence(7, faults, 500)).not.toEqual(sequence(8, faults, 500))
    const struck = sequence(7, faults, 5_000).filter((kinds) => kinds.includes('5xx')).length
    expect(struck / 5_000).toBeCloseTo(0.2, 1)
  })

  test('a fault draws apart from the others in the list, and from requests that do not fit', () => {
    const one = readFaults([{ kind: 'wrong-content-type', rate: 0.3 }], prefixes)
    const two = [...one, ...readFaults([{ kind: 'truncated-json', rate: 0.5 }], prefixes)]
    const first = (kinds: string[]) => kinds.includes('wrong-content-type')
    expect(sequence(3, two, 200).map(first)).toEqual(sequence(3, one, 200).map(first))

    const list = new Faults(3)
    list.replace(readFaults([{ kind: '5xx', rate: 0.3, door: '/fxtwitter' }], prefixes))
    const alone = sequence(3, readFaults([{ kind: '5xx', rate: 0.3 }], prefixes), 50).map(
      ({ length }) => length,
    )
    const among = Array.from({ length: 50 }, () => {
      list.strike('/t.co', '/t.co/abc', '')
      return list.strike('/fxtwitter', '/fxtwitter/2/status/20', '').length
    })
    expect(among).toEqual(alone)
  })

  test('in equal parts: each of ten faults strikes about its share', () => {
    const kinds = [
      'rate-limit',
      'throttle-404',
      '5xx',
      'html-200',
      'crash-page',
      'hang',
      'empty-object',
    ] as const
    const list = new Faults(5)
    list.replace(kinds.map((kind) => ({ kind, rate: 0.03 })))
    for (let i = 0; i < 10_000; i++) list.strike('/fxtwitter', '/fxtwitter/x', '')
    for (const { struck } of list.list()) {
      expect(struck).toBeGreaterThan(200)
      expect(struck).toBeLessThan(360)
    }
  })

  test('globs fit the path with the prefix or without it, a star within one segment', () => {
    const hit = (fault: object, path: string) => {
      const list = new Faults(1)
      list.replace(readFaults([{ kind: '5xx', ...fault }], prefixes))
      return list.strike('/fxtwitter', path, '').length === 1
    }
    expect(hit({ path: '/2/status/*' }, '/fxtwitter/2/status/20')).toBe(true)
    expect(hit({ path: '/fxtwitter/2/{status,thread}/*' }, '/fxtwitter/2/thread/20')).toBe(true)
    expect(hit({ path: '/2/*' }, '/fxtwitter/2/status/20')).toBe(false)
    expect(hit({ path: '/2/**' }, '/fxtwitter/2/status/20')).toBe(true)
    expect(hit({ path: '**/20' }, '/fxtwitter/2/status/20')).toBe(true)
    expect(hit({ path: '/t.co/**' }, '/fxtwitter/2/status/20')).toBe(false)
    expect(hit({ door: 'fxtwitter' }, '/fxtwitter/2/status/20')).toBe(true)
    expect(hit({ door: '/t.co' }, '/fxtwitter/2/status/20')).toBe(false)
  })

  test('after one that takes the door’s place, only latency strikes', () => {
    const kinds = [{ kind: 'latency', delayMs: 1 }, { kind: 'reset' }, { kind: '5xx' }, { kind: 'slow-body' }]
    const faults = readFaults([...kinds, { kind: 'latency', delayMs: 2 }], prefixes)
    expect(sequence(1, faults, 1)).toEqual([['latency', 'reset', 'latency']])
  })

  test('count ends a fault, and the next in the list takes over', () => {
    const faults = readFaults(
      [
        { kind: 'rate-limit', count: 2 },
        { kind: '5xx', count: 1 },
      ],
      prefixes,
    )
    expect(sequence(1, faults, 4)).toEqual([['rate-limit'], ['rate-limit'], ['5xx'], []])
  })
})

describe('delays', () => {
  test('come out with the median and the 99th percentile asked for', () => {
    const dice = new Dice(4)
    const drawn = Array.from({ length: 20_000 }, () => drawDelay({ p50: 100, p99: 900 }, dice)).sort(
      (a, b) => a - b,
    )
    expect(drawn[10_000]! / 100).toBeCloseTo(1, 1)
    expect(drawn[19_800]! / 900).toBeGreaterThan(0.85)
    expect(drawn[19_800]! / 900).toBeLessThan(1.15)
  })

  test('stay within their bounds', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 500 }),
        (seed, min, more) => {
          const ms = drawDelay({ min, max: min + more }, new Dice(seed))
          expect(ms >= min && ms <= min + more).toBe(true)
        },
      ),
    )
  })
})

describe('reading a list', () => {
  test.each([
    [{ kind: '5xx' }, 'a JSON list of faults'],
    [undefined, 'a JSON list of faults'],
    [[{ kind: 'flood' }], /^0\.kind: .*"latency"/],
    [[{}], /^0\.kind/],
    [[{ kind: '5xx' }, { kind: '5xx', rate: 2 }], /^1\.rate/],
    [[{ kind: '5xx', count: 0 }], /^0\.count/],
    [[{ kind: '5xx', status: 99 }], /^0\.status/],
    [[{ kind: '5xx', headers: { 'a b': 'c' } }], /^0\.headers/],
    [[{ kind: '5xx', headers: { a: 'c\r\nd: e' } }], /^0\.headers/],
    [[{ kind: '5xx', speed: 1 }], /speed/],
    [[{ kind: '5xx', door: '/nowhere' }], '0.door: one of /fxtwitter, /t.co'],
    [[{ kind: 'latency' }], /^0\.delayMs/],
    [[{ kind: 'latency', delayMs: { p50: 5, p99: 1 } }], /^0\.delayMs/],
    [[{ kind: 'latency', delayMs: 'long' }], /^0\.delayMs: milliseconds/],
  ])('%j is refused', (input, message) => {
    expect(() => readFaults(input, prefixes)).toThrow(message)
  })
})

describe('on the control routes', () => {
  let sandbox: Awaited<ReturnType<typeof startFaulty>>
  beforeAll(async () => {
    sandbox = await startFaulty()
  })
  afterAll(() => sandbox.close())
  const list = async () => (await sandbox.ask('/_sandbox/faults')).json()

  test('a list replaces the list, is shown with its strikes, and ends with [] or a reset', async () => {
    await sandbox.faults({ kind: '5xx' })
    await sandbox.faults({ kind: '5xx', path: '/2/status/20', count: 2 })
    expect(await list()).toEqual([{ kind: '5xx', path: '/2/status/20', count: 2, struck: 0 }])
    for (const status of [503, 503, 200]) {
      expect((await sandbox.ask('/fxtwitter/2/status/20')).status).toBe(status)
    }
    expect(await list()).toMatchObject([{ struck: 2 }])
    await sandbox.faults()
    expect(await list()).toEqual([])
    await sandbox.faults({ kind: '5xx' })
    await sandbox.ask('/_sandbox/reset', { method: 'POST' })
    expect(await list()).toEqual([])
  })

  test('a bad list says what is wrong, and leaves the list as it was', async () => {
    await sandbox.faults({ kind: 'hang', path: '/never' })
    const answer = await sandbox.ask('/_sandbox/faults', { method: 'POST', body: '[{"kind":"x"}]' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: expect.stringContaining('0.kind') })
    expect((await sandbox.ask('/_sandbox/faults', { method: 'POST', body: 'no' })).status).toBe(400)
    expect(await list()).toMatchObject([{ kind: 'hang' }])
  })

  test('the catalogue lists every kind with a line and whether it is proven', async () => {
    const { faults } = (await (await sandbox.ask('/_sandbox/world')).json()) as { faults: object[] }
    expect(faults).toHaveLength(Object.keys(FAULT_KINDS).length)
    for (const fault of faults) {
      expect(fault).toEqual({
        kind: expect.stringMatching(/^[a-z0-9-]+$/),
        note: expect.any(String),
        proven: expect.any(Boolean),
      })
    }
  })

  test('as many callers at once are struck as one after another', async () => {
    await sandbox.faults({ kind: '5xx', rate: 0.3 })
    const one = []
    for (let i = 0; i < 60; i++) one.push((await sandbox.ask('/fxtwitter/2/status/20')).status)
    await sandbox.faults({ kind: '5xx', rate: 0.3 })
    const many = await Promise.all(
      Array.from({ length: 60 }, async () => (await sandbox.ask('/fxtwitter/2/status/20')).status),
    )
    expect(many.toSorted()).toEqual(one.toSorted())
  })
})
