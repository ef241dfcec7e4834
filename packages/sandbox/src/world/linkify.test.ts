import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'
import type { Account } from './model.ts'
import { plainParts } from './plain-text.ts'

const ida = { handle: 'ida_w', id: '7' } as Account
const account = (handle: string) => (handle.toLowerCase() === 'ida_w' ? ida : undefined)
const found = (text: string) =>
  linkify({ kind: 'text', text }, account).flatMap((part) =>
    part.kind === 'mention' ? [`@${part.handle}`] : part.kind === 'hashtag' ? [`#${part.tag}`] : [],
  )

test.each([
  ['hi @ida_w, #tag/nested #été ＃雨', ['@ida_w', '#tag', '#été', '#雨']],
  ['(@IDA_W) ＠ida_w', ['@ida_w', '@ida_w']],
  ['me@ida_w.example @nobody @ida_w2 @@ida_w', []],
  ['C# #1 ## # a#b &#x3c; /#x #️⃣', []],
  ['#1a #a1 _#b', ['#1a', '#a1']],
])('in %s', (text, parts) => {
  expect(found(text)).toEqual(parts)
  expect(plainParts(linkify({ kind: 'text', text }, account))).toBe(text)
})

test('marks stay on what is found', () => {
  expect(linkify({ kind: 'text', text: 'a #b', bold: true }, account)).toEqual([
    { kind: 'text', text: 'a ', bold: true },
    { kind: 'hashtag', tag: 'b', sign: '#', bold: true },
  ])
})
