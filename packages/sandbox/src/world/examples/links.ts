import type { Draft, Family } from '../draft.ts'
import { photo } from '../media.ts'
import type { Part } from '../model.ts'
import { a, say } from '../parts.ts'

const link = (kind: string, body: Part[], more: Partial<Draft> = {}): Draft => ({
  key: `link-${kind}`,
  kind: `link/${kind}`,
  by: 'lindqvarn_links',
  body,
  source: 'Twitter for iPhone',
  ...more,
})

const SHORT_8 = 'Ab3xYz9Q'
const SHORT_9 = 'Ab3xYz9Qk'
const SHORT_10 = 'Ab3xYz9QkW'

/** Links: their addresses, their codes, and what stands around them. */
export const LINKS: Family = {
  start: '2026-09-05T08:00:00Z',
  drafts: [
    link(
      'plain',
      say`The folded coast, chapter one: ${a('https://lindqvarn.example/books/the-folded-coast')}`,
    ),
    link(
      'replacement-pattern',
      say`Price list ${a('https://lindqvarn.example/price?amp=$&note=$$5&first=$1')} is up`,
      { note: "An address with $& and $$, which JavaScript's replace takes for patterns" },
    ),
    link('quote-patterns', say`Before ${a("https://lindqvarn.example/q?a=$`&b=$'")} after`),
    link(
      'parentheses',
      say`On glue ${a('https://wiki.example/wiki/Glue_(adhesive)')} and ${a('https://wiki.example/a)b(c')}.`,
    ),
    link('underscores', say`${a('https://lindqvarn.example/_a_b_c_/__init__')} stays whole`),
    link('asterisks', say`${a('https://lindqvarn.example/*bold*/**')} stays whole`),
    link('non-ascii', say`${a('https://lindqvarn.example/straße/日本/каша?q=çà')} in four scripts`),
    link('percent-encoded', say`${a('https://lindqvarn.example/%E6%97%A5?x=%26%3C%3E%22')}`),
    link('brackets', say`${a('https://lindqvarn.example/list[0]?a[]=1|2')} has brackets`),
    link('escape-in-address', say`${a('https://lindqvarn.example/?a=1&lt;=2&amp;b=3')} looks escaped`, {
      note: 'FxTwitter unescapes the address too; the true one keeps &lt;',
    }),
    link('at-and-hash', say`${a('https://lindqvarn.example/@ida/#notes')}`),
    link(
      'same-link-twice',
      say`${a('https://lindqvarn.example/twice')} and once more ${a('https://lindqvarn.example/twice')}`,
      { note: 'One short link, two facets' },
    ),
    link(
      'several',
      say`One ${a('https://a.example/1')}, two ${a('https://b.example/2')}; three ${a('https://c.example/3')}!`,
    ),
    link(
      'in-punctuation',
      say`(see ${a('https://lindqvarn.example/notes')}). "${a('https://lindqvarn.example/quoted')}"`,
    ),
    link('inside-cjk', say`詳しくは${a('https://lindqvarn.example/ja')}を見てください。`, {
      lang: 'ja',
      by: 'kirisaka_ame',
    }),
    link(
      'prefix-codes-short-last',
      say`Long ${a('https://lindqvarn.example/ten', { code: SHORT_10 })} nine ${a('https://lindqvarn.example/nine', { code: SHORT_9 })} eight ${a('https://lindqvarn.example/eight', { code: SHORT_8 })}`,
      { note: 'Codes of 10, 9 and 8 characters that begin each other, the longest first' },
    ),
    link(
      'prefix-codes-short-first',
      say`Eight ${a('https://lindqvarn.example/eight', { code: SHORT_8 })} nine ${a('https://lindqvarn.example/nine', { code: SHORT_9 })} long ${a('https://lindqvarn.example/ten', { code: SHORT_10 })}`,
    ),
    link(
      'http-scheme',
      say`From the old days: ${a('http://www.harbour-gazette.example/2011/opening', { scheme: 'http', code: 'q7Lm2dXw' })} (still works)`,
      { at: '2011-07-14T15:03:22Z', by: 'oskar_fenwall', note: 'An http://t.co link of eight characters' },
    ),
    link(
      'nine-character-code',
      say`Another old one ${a('http://www.harbour-gazette.example/2012/lock', { code: 'q7Lm2dXwz' })}`,
      { at: '2012-02-03T10:10:10Z', by: 'oskar_fenwall' },
    ),
    link('media-link-of-old-length', say`The lock gates, frozen`, {
      at: '2012-02-05T10:10:10Z',
      by: 'oskar_fenwall',
      media: [photo('frozen lock')],
      mediaLink: { before: ' ', code: 'Zk4pRt8m', scheme: 'http' },
      note: 'FxTwitter leaves this media link in its text, since it is no ten characters long',
    }),
    link(
      'very-long',
      say`${a(`https://lindqvarn.example/${'segment/'.repeat(30)}end?${'q=1&'.repeat(20)}z=0`)}`,
      { at: '2026-09-07T08:00:00Z' },
    ),
    link('space', say`Live at eight: ${a('https://x.com/i/spaces/1YqKDqVnbXNGV')}`, { by: 'mossgate_radio' }),
    link('broadcast', say`On air ${a('https://x.com/i/broadcasts/1RDxlyAQpnbGL')} from the shed`, {
      by: 'mossgate_radio',
    }),
    link('to-a-post-in-the-text', say`This ${a('post:ferry-1')} is what I meant, not the birds.`, {
      note: 'A permalink in the middle of the text, of a post that is not quoted',
      at: '2026-10-13T09:00:00Z',
    }),
    {
      key: 'tco-to-post',
      by: 'lindqvarn_links',
      kind: 't.co link to a post',
      body: say`Worth your time: ${a('post:ferry-1')}`,
      note: 'The url of this example is the t.co link; id, handle and text are those of the post it leads to',
      at: '2026-10-13T10:00:00Z',
    },
    {
      key: 'tco-off-x',
      by: 'lindqvarn_links',
      kind: 't.co link off X',
      body: say`New letters: ${a('https://letters.lindqvarn.example/42')}`,
      note: 'The url of this example is the t.co link; it leads off X',
    },
  ],
}
