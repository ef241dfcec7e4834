import { describe, expect, test } from 'vitest'
import { Overrides, readOverrides } from './overrides.ts'

const at = (path: string) => `http://127.0.0.1${path}`

describe('overrides', () => {
  test('fit by method, path and the values that they name in the query', () => {
    const overrides = new Overrides()
    overrides.add(
      readOverrides({ method: 'get', path: '/a', query: { x: '1' }, status: 503, body: { down: true } }),
    )
    expect(overrides.take('POST', at('/a?x=1'))).toBeUndefined()
    expect(overrides.take('GET', at('/a?x=2'))).toBeUndefined()
    expect(overrides.take('GET', at('/a/b?x=1'))).toBeUndefined()
    expect(overrides.take('GET', at('/a?y=2&x=1'))?.status).toBe(503)
  })

  test('text goes out as it is, the rest as JSON, headers as given', async () => {
    const overrides = new Overrides()
    overrides.add(
      readOverrides([{ path: '/t', status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }]),
    )
    overrides.add(
      readOverrides([
        { path: '/j', status: 404, body: [1] },
        { path: '/n', status: 204 },
      ]),
    )
    const text = overrides.take('GET', at('/t'))!
    expect([await text.text(), text.headers.get('content-type')]).toEqual(['<html>', 'text/html'])
    const json = overrides.take('GET', at('/j'))!
    expect([await json.text(), json.headers.get('content-type')]).toEqual(['[1]', 'application/json'])
    expect(await overrides.take('GET', at('/n'))!.text()).toBe('')
  })

  test('the newest wins, and one that is spent gives way', () => {
    const overrides = new Overrides()
    overrides.add(
      readOverrides([
        { path: '/a', status: 500 },
        { path: '/a', status: 429, times: 2 },
      ]),
    )
    const statuses = [1, 2, 3].map(() => overrides.take('GET', at('/a'))?.status)
    expect(statuses).toEqual([429, 429, 500])
    overrides.clear()
    expect(overrides.take('GET', at('/a'))).toBeUndefined()
  })

  test.each([
    [null],
    ['x'],
    [{ path: 'a', status: 200 }],
    [{ path: '/a', status: 99 }],
    [{ path: '/a', status: 200, times: 0 }],
  ])('%j is refused', (input) => {
    expect(() => readOverrides(input)).toThrow()
  })
})
