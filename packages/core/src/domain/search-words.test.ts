import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPhrases, indexable, readPhrases, tokensOf } from './search-words.ts'

const words = (text: string) => tokensOf(text).map((token) => token.text)
const found = (text: string, query: string) =>
  findPhrases(text, readPhrases(query)).map(([start, end]) => text.slice(start, end))

test('case, accents and width do not matter', () => {
  expect(words('Crème BRÛLÉE, ＡＢＣ!')).toEqual(['creme', 'brulee', 'abc'])
  expect(found('Señor Łukasz', 'senor')).toEqual(['Señor'])
  expect(words('Das ½ Maß')).toEqual(['das', '1', '2', 'maß'])
})

test('of scripts without spaces, any part is found', () => {
  expect(words('東京都 x')).toEqual(['東京', '京都', '都', 'x'])
  for (const query of ['東京', '京都', '東京都', '都', '京', '東京都タワー', 'タワー'])
    expect(found('東京都タワーへ行く', query)).toEqual([query])
  expect(found('서울에서 만나요', '서울')).toEqual(['서울'])
  expect(found('東京Tower2号', 'tower2')).toEqual(['Tower2'])
  expect(found('東京Tower', '京tower')).toEqual(['京Tower'])
  expect(found('東京都', '京東')).toEqual([])
})

test('emoji are words', () => {
  expect(found('so 🔥hot🔥', '🔥')).toEqual(['🔥', '🔥'])
})

test('a query is words, phrases, beginnings and what must not be there', () => {
  expect(readPhrases('light "harbour  wall" -storm win*')).toEqual([
    { words: ['light'], isPrefix: false, isExcluded: false },
    { words: ['harbour', 'wall'], isPrefix: false, isExcluded: false },
    { words: ['storm'], isPrefix: false, isExcluded: true },
    { words: ['win'], isPrefix: true, isExcluded: false },
  ])
  expect(readPhrases('"open end')).toMatchObject([{ words: ['open', 'end'] }])
  expect(readPhrases('-- "" * ()')).toEqual([])
  expect(found('Winter wind', 'win*')).toEqual(['Winter', 'wind'])
})

test('any text can be read; what is found of it stands in it, and the index knows the same words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      for (const { start, end } of tokensOf(text))
        expect(0 <= start && start < end && end <= text.length).toBe(true)
      const ascii = /^[\0-\x7f]*$/.test(text)
      expect(ascii ? words(indexable(text)) : indexable(text).split(' ').filter(Boolean)).toEqual(words(text))
      // Whoever looks for the whole text, as a phrase, finds it.
      const phrase = readPhrases(`"${text.replace(/["“”„]/g, ' ')}"`)
      if (phrase.length > 0)
        expect(findPhrases(text.replace(/["“”„]/g, ' '), phrase).length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})
