import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionFor } from './question.ts'

const plan = (text: string) => ({
  method: 'POST' as const,
  path: '/2/tweets',
  body: { text },
  would_cost_usd: 0.015,
})

test('names every value that is sent, by its path', () => {
  const body = {
    text: 'a',
    reply: { in_reply_to_tweet_id: '20' },
    media: { media_ids: ['1', '2'] },
    nullcast: false,
  }
  expect(questionFor('Publish a post', 'ann', { ...plan(''), body })).toBe(
    'Publish a post, as @ann?\nPOST /2/tweets\ntext:\n> a\nreply.in_reply_to_tweet_id:\n> 20\nmedia.media_ids.0:\n> 1\nmedia.media_ids.1:\n> 2\nnullcast: false\nCosts at most $0.015.',
  )
})

test('says that something hides in a text', () => {
  expect(questionFor('Publish a post', 'ann', plan('pay\u200bload'))).toContain('> payload\n(with characters')
})

test('no text can pass for a part of the question', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const lines = questionFor('Publish a post', 'ann', plan(text)).split(/[\n\r\v\f\u0085\u2028\u2029]/)
      const own = lines.filter((line) => !line.startsWith('> '))
      expect(own.slice(0, 3)).toEqual(['Publish a post, as @ann?', 'POST /2/tweets', 'text:'])
      expect(own.slice(3).filter((line) => !line.startsWith('(with'))).toEqual(['Costs at most $0.015.'])
    }),
  )
})
