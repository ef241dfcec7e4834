import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modernCall } from './calls.ts'
import { countTokens } from './count-tokens.ts'
import type { Exchange } from './exchange.ts'
import { LineSplitter } from './line-splitter.ts'
import { parseTarget } from './options.ts'
import { plainCell, plainText } from './plain-text.ts'
import { Redactor, redactCommand, secretsOf } from './redact.ts'
import { timeTrips } from './round-trips.ts'
import { isRpc, parseJson, rpcAnswer } from './rpc-answer.ts'

test('lines are the same however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 9 }), (texts, step) => {
      const lines = texts.map((text) => text.replace(/[\r\n]/g, ''))
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const splitter = new LineSplitter(1_000_000)
      const found: string[] = []
      for (let at = 0; at < bytes.length; at += step) {
        found.push(...(splitter.feed(bytes.subarray(at, at + step)) ?? []))
      }
      expect([...found, splitter.rest()]).toEqual([...lines, ''])
    }),
  )
})

test('a line over the cap is not held', () => {
  const splitter = new LineSplitter(10)
  expect(splitter.feed(Buffer.from('0123456789\n'))).toEqual(['0123456789'])
  expect(splitter.feed(Buffer.from('0123456'))).toEqual([])
  expect(splitter.feed(Buffer.from('7890'))).toBeUndefined()
})

test('no text can drive a terminal, and no cell is wider or narrower than its column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 4, max: 60 }), (text, width) => {
      expect(plainCell(text, width)).toMatch(new RegExp(`^[ -~]{${width}}$`))
      expect(plainText(text, width)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      expect(plainText(text, width).length).toBeLessThanOrEqual(width)
    }),
  )
})

test('an ordinary text is shown as it is', () => {
  expect(plainText('Größe 東京 🎉', 40)).toBe('Größe 東京 🎉')
  expect(plainCell('get-sum', 9)).toBe('get-sum  ')
})

test('no JSON makes an answer of what is none, and none throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const parsed = parseJson(text)
      const answer = parsed && rpcAnswer(parsed.value, 1)
      if (answer) expect(isRpc(parsed.value)).toBe(true)
    }),
  )
})

test.each([
  [{ jsonrpc: '2.0', id: 1, result: {} }, 'result'],
  [[{ jsonrpc: '2.0', id: 1, result: {} }], 'result'],
  [{ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'm' } }, 'error'],
  [{ jsonrpc: '2.0', id: null, error: {} }, 'error'],
  [{ jsonrpc: '2.0', error: { code: 'x' } }, 'error'],
  [{ jsonrpc: '2.0', id: 2, result: {} }, undefined],
  [{ jsonrpc: '2.0', id: '1', result: {} }, undefined],
  [{ jsonrpc: '2.0', id: 1, result: [] }, undefined],
  [{ id: 1, result: {} }, undefined],
  [{ jsonrpc: '2.0', id: 2, error: {} }, undefined],
])('%j is %s', (value, kind) => {
  expect(rpcAnswer(value, 1)?.kind).toBe(kind)
})

describe('tokens', () => {
  test.each([
    ['', 0],
    ['Add two numbers', 3],
    // Marks of a model's own are text here.
    ['<|endoftext|>', 7],
  ])('%j', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  // Whole, any of these takes minutes.
  test.each(['a', 'A', ' ', '!', '漢', '\u0301'])(
    'a long run of %j takes no time of its own',
    (character) => {
      const start = performance.now()
      expect(countTokens(character.repeat(200_000))).toBeGreaterThan(100)
      expect(performance.now() - start).toBeLessThan(20_000)
    },
  )

  test('too much is not counted', () => {
    expect(countTokens('a '.repeat(600_000))).toBeNull()
  })
})

test.each([
  [[10, 30, 20, 50, 40], { median_ms: 30, min_ms: 10, max_ms: 50, answered: 5 }],
  [[10, 30, null, null, 20.1], { median_ms: 20.1, min_ms: 10, max_ms: 30, answered: 3 }],
  [[10, null, null, 20.5, null], { median_ms: 15.3, min_ms: 10, max_ms: 20.5, answered: 2 }],
  [[null, null, null, null, null], { median_ms: null, min_ms: null, max_ms: null, answered: 0 }],
])('round trips of %j', async (times, expected) => {
  const trip = async (number: number): Promise<Exchange> => {
    const ms = times[number - 1]
    const answer: Exchange['answer'] =
      typeof ms === 'number'
        ? { kind: 'result', result: {} }
        : { kind: 'none', silence: 'timeout', detail: '' }
    return { step: '', request: {}, answer, raw: '', bytes: 0, ms: ms ?? 9_999, before: 0 }
  }
  expect(await timeTrips('ping', trip)).toMatchObject(expected)
})

test.each([
  [
    ['node', 's.js'],
    ['node', 's.js'],
  ],
  [['node s.js  --x'], ['node', 's.js', '--x']],
  [[`'/a b/node' "s c.js" --k='v w'`], ['/a b/node', 's c.js', '--k=v w']],
  [
    ['node', 'a b'],
    ['node', 'a b'],
  ],
])('the command %j is %j', (words, command) => {
  expect(parseTarget(words)).toEqual(command)
})

test('a name that a header cannot carry goes in base64', () => {
  const named = (name: string) =>
    modernCall({ method: 'tools/call', params: { name }, id: 1 }).headers['mcp-name']
  expect(named('get_post')).toBe('get_post')
  expect(named('größe')).toBe(`=?base64?${Buffer.from('größe').toString('base64')}?=`)
  expect(named(' x')).toBe('=?base64?IHg=?=')
  expect(named('a\r\nb')).toMatch(/^=\?base64\?[\w+/=]+\?=$/)
})

describe('what is secret', () => {
  test('in a command is not shown', () => {
    const command = [
      'docker',
      '-e',
      'GITHUB_TOKEN=abc=def',
      '--api-key',
      'k',
      '--key=v',
      '--port',
      '1',
      'plain',
    ]
    expect(redactCommand(command)).toEqual([
      'docker',
      '-e',
      'GITHUB_TOKEN=[redacted]',
      '--api-key',
      '[redacted]',
      '--key=[redacted]',
      '--port',
      '1',
      'plain',
    ])
    expect(secretsOf(command)).toEqual(['abc=def', 'k', 'v'])
  })

  test('in no data is left, wherever it stands', () => {
    const secret = 'a-long-secret'
    const redactor = new Redactor({ authorization: `Bearer ${secret}`, 'x-debug': '1' }, [])
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, around) => {
        const data = { value, [around + secret]: [around + secret + around], n: 1 }
        const copy = redactor.value(data)
        expect(JSON.stringify(copy)).not.toContain(secret)
        expect(copy.n).toBe(1)
        if (!JSON.stringify(value).includes(secret)) expect(copy.value).toEqual(value)
      }),
    )
  })
})
