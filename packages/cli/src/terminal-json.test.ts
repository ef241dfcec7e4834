import fc from 'fast-check'
import { expect, test } from 'vitest'
import { terminalJson } from './terminal-json.ts'

test('characters that a terminal obeys are escapes, and the value stays', () => {
  const value = { text: 'a\u001b[31m\u009b2J\u007f\u202e\u2066\u{e0041}\u200d\u2028 é 🦊' }
  const json = terminalJson(value, false)
  expect(json).toBe('{"text":"a\\u001b[31m\\u009b2J\\u007f\\u202e\\u2066\\udb40\\udc41\\u200d\\u2028 é 🦊"}')
  expect(JSON.parse(json)).toEqual(value)
})

test('any value is read back as it was, and nothing unsafe is left', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: 'binary' }), fc.boolean(), (json, text, pretty) => {
      const value = [JSON.parse(json), text]
      const written = terminalJson(value, pretty)
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(written).not.toMatch(/[\u007f-\u009f\p{Cf}]/u)
    }),
  )
})
