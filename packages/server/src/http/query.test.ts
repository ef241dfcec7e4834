import { describe, expect, test } from 'vitest'
import { pathOf, queryOptions } from './query.ts'

describe('queries', () => {
  test.each([
    ['http://h/p', {}],
    ['http://h/p?', {}],
    ['http://h/p?a=1&b=', { a: '1', b: '' }],
    ['http://h/p?a=1&a=2&b=3', { a: undefined, b: '3' }],
    ['http://h/p?a=1&a=2&a=3', { a: undefined }],
    ['http://h/p?url=https%3A%2F%2Fx.com%2Fa%3Fb%3D1', { url: 'https://x.com/a?b=1' }],
    ['http://h/p?a=x+y%', { a: 'x y%' }],
  ])('%s', (url, options) => {
    expect({ ...queryOptions(url) }).toEqual(options)
  })

  test('a name that objects have by themselves changes nothing', () => {
    const options = queryOptions('http://h/?__proto__=1&constructor=2&a=3')
    expect(options).toEqual({ constructor: '2', a: '3' })
    expect(Object.getPrototypeOf(options)).toBe(Object.prototype)
  })

  test.each([
    ['http://h:1/a/b?c=/d', '/a/b', '/a/b?c=/d'],
    ['http://h', '/', '/'],
    ['http://h//x.com/a', '//x.com/a', '//x.com/a'],
  ])('the path of %s', (url, path, target) => {
    expect(pathOf(url)).toEqual({ path, target })
  })
})
