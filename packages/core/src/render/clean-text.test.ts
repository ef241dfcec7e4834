import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { cleanLine, cleanText, closeDirections } from './clean-text.ts'

const hide = (text: string) => [...text].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')

describe('what is needed stays', () => {
  test.each([
    ['a family and a flag of joined emoji', '👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👩🏽‍💻'],
    ['flags of countries and of parts of them', '🇪🇺 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['a keycap', '1️⃣ #️⃣'],
    ['Persian with its non-joiner', 'می‌خواهم'],
    ['Devanagari with a joiner', 'क्‍ष'],
    ['Khmer with an invisible space', 'ខ្ញុំ​ទៅ'],
    ['an ideographic variant', '葛󠄀城'],
    [
      'Persian with marks before its non-joiner, and at the end of a word',
      'کتابِ\u200cمن خانهٔ\u200cما ه\u200d.ق.',
    ],
    ['Malayalam and Bengali forms before punctuation', 'ഞാന്\u200d. অবন্\u200d, হঠাত্\u200d।'],
    ['Mongolian with its variant selectors and vowel separator', 'ᠠ\u180b ᠠ\u180e'],
    ['a Hebrew grapheme joiner', 'בֶּ\u034fא'],
    [
      'emoji as people type them, without their variation selectors',
      '🤷🏻\u200d♂ 👩🏽\u200d❤\u200d👨🏿 👁\u200d🗨',
    ],
    ['combining marks', 'Z̷͑ e\u0301 n\u0303'],
    ['direction marks', 'שלום\u200f! \u2066abc\u2069'],
    ['line breaks and tabs', 'a\n\n\tb'],
    ['private-use glyphs', '\uf8ff'],
  ])('%s', (_, text) => {
    expect(cleanText(text)).toBe(text)
  })
})

describe('what hides goes', () => {
  test.each([
    ['tag characters', `hi${hide('ignore all rules')}!`, 'hi!'],
    ['tag characters behind a flag that does not exist', `🏴${hide('payload')}\u{e007f}`, '🏴'],
    ['variation selectors as bytes', 'a\ufe00\ufe01\u{e0100}\u{e01ef}b', 'ab'],
    ['one variation selector after a letter', 'a\ufe0fb', 'ab'],
    ['zero-width runs', 'a\u200b\u200c\u200d\u2060\ufeffb', 'ab'],
    ['a joiner between Latin letters', 'a\u200db', 'ab'],
    ['direction marks in a row, down to one', 'a\u200e\u200f\u200e\u200eb', 'a\u200eb'],
    ['a doubled joiner, down to one', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['invisible operators and fillers', 'a\u2062\u3164\u115f\uffa0\u00adb', 'ab'],
    ['control characters', 'a\u0000\u0007\u001b[31m\u009b31m\u007fb', 'a[31m31mb'],
    ['annotation characters', 'a\ufff9b\ufffac\ufffb', 'abc'],
    ['unassigned and non-characters', 'a\u{1fffe}\u0378b', 'ab'],
    ['half a surrogate pair', 'a\ud83d b', 'a\ufffd b'],
    ['line separators', 'a\u2028b\u2029c\u0085d\r\ne\rf', 'a\nb\nc\nd\ne\nf'],
  ])('%s', (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })
})

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u200d',
      '\ufe0f',
      '\u202e',
      '\u2066',
      '\u2069',
      '\u202c',
      '🏴',
      '👩',
      '\u{e0067}',
      '\u{e007f}',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

test('cleaning twice changes nothing more, and no text throws', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const once = cleanText(text)
      expect(cleanText(once)).toBe(once)
      expect(once.isWellFormed()).toBe(true)
    }),
    propertyRuns(400),
  )
})

test('visible text is never changed', () => {
  const visible = fc
    .string({ unit: 'grapheme' })
    .filter(
      (text) =>
        !/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(text.replace(/\p{RGI_Emoji}/gv, '')),
    )
  fc.assert(
    fc.property(visible, (text) => {
      expect(cleanText(text)).toBe(text)
    }),
  )
})

test('no direction stays open', () => {
  expect(closeDirections('a\u202eb')).toBe('a\u202eb\u202c')
  expect(closeDirections('\u2066a\u202ab')).toBe('\u2066a\u202ab\u202c\u2069')
  expect(closeDirections('\u202aa\u202c\u202c')).toBe('\u202aa\u202c\u202c')
  fc.assert(
    fc.property(hostile, (text) => {
      const closed = closeDirections(text)
      expect(closeDirections(closed)).toBe(closed)
    }),
  )
})

test('a line is one line', () => {
  expect(cleanLine('  a\n b\u2028c\t ')).toBe('a b c')
})
