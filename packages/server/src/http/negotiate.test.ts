import { describe, expect, test } from 'vitest'
import { namesDataFirst, negotiate, problemMediaType } from './negotiate.ts'

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

describe('negotiation', () => {
  test.each([
    [undefined, 'markdown'],
    ['', 'markdown'],
    ['*/*', 'markdown'],
    ['*/*;q=0.1', 'markdown'],
    ['text/*', 'markdown'],
    ['text/markdown', 'markdown'],
    ['TEXT/MARKDOWN', 'markdown'],
    ['text/markdown;charset=utf-8', 'markdown'],
    ['text/markdown;charset=latin1', undefined],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/json;q=0.5, text/markdown', 'markdown'],
    ['application/json;q=0.5, text/markdown;q=0.4', 'json'],
    ['text/html', 'html'],
    [CHROME, 'html'],
    ['text/html;q=0.3, text/plain;q=0.4', 'text'],
    ['text/markdown;q=0, */*', 'json'],
    ['application/jsonp', undefined],
    ['image/png', undefined],
    ['*/*;q=0', undefined],
    ['nonsense', undefined],
  ])('%s gives %s', (accept, shape) => {
    expect(negotiate(accept, ['markdown', 'json', 'html', 'text'])).toBe(shape)
  })

  test.each([
    [undefined, 'application/problem+json'],
    ['*/*', 'application/problem+json'],
    ['text/html', 'application/problem+json'],
    ['application/*', 'application/problem+json'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json, application/problem+json', 'application/problem+json'],
    ['application/problem+json, application/json', 'application/problem+json'],
    ['application/json, application/problem+json;q=0.9', 'application/json'],
    ['application/problem+json;q=0, application/*', 'application/json'],
    ['application/json;q=0.5, */*', 'application/problem+json'],
  ])('a problem for %s is %s', (accept, type) => {
    expect(problemMediaType(accept)).toBe(`${type}; charset=utf-8`)
  })

  test.each([
    [undefined, false],
    ['*/*', false],
    ['text/html, text/markdown', false],
    [CHROME, false],
    ['image/*', false],
    ['application/json', true],
    ['text/markdown, text/html;q=0.9', true],
  ])('a chat program that accepts %s asks for data: %s', (accept, data) => {
    expect(namesDataFirst(accept)).toBe(data)
  })
})
