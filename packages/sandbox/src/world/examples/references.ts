import type { Draft, Family } from '../draft.ts'
import { photo, video } from '../media.ts'
import type { Part } from '../model.ts'
import { a, h, m, say, t } from '../parts.ts'

const post = (by: string, key: string, text: string | Part[], more: Partial<Draft> = {}): Draft => ({
  key,
  by,
  body: typeof text === 'string' ? [t(text)] : text,
  gap: 21,
  ...more,
})
const named = (by: string, kind: string, text: string | Part[], more: Partial<Draft> = {}): Draft =>
  post(by, kind.replace('/', '-'), text, { kind, ...more })
const repost = (by: string, kind: string, of: string, more: Partial<Draft> = {}): Draft => ({
  key: kind.replace('/', '-'),
  kind,
  by,
  repostOf: of,
  ...more,
})

/** Posts that lean on other posts: quotes, reposts, answers, and those whose other half is gone. */
export const REFERENCES: Family = {
  start: '2026-09-23T08:00:00Z',
  drafts: [
    post('oskar_fenwall', 'old-fog', 'Fog so thick the gulls are walking.', { at: '2011-11-19T06:20:00Z' }),
    post(
      'oskar_fenwall',
      'ref-plain',
      say`Barometer fell 12 hPa since noon. ${h('storm')} coming & nobody believes me.`,
    ),
    post('freecoinz_4471', 'ref-suspended', 'FREE COINZ click now'),
    post('quiet_larder', 'ref-protected', 'Between friends: the jam failed.'),
    post('hollis_underwyn', 'ref-protected-worded', 'Pickle count: 14'),
    post('tobin_averell7', 'ref-deleted', 'I regret this wheel.', { gone: 'deleted' }),
    post('tobin_averell7', 'ref-deleted-silently', 'I regret this, too.', { gone: 'deleted-without-trace' }),

    post('vera_ostrowin', 'ref-reply', 'Page four disagrees with you.', { replyTo: 'ref-plain' }),

    named('tobin_averell7', 'tombstone/deleted', 'Gone by tomorrow.', { gone: 'deleted' }),
    named('tobin_averell7', 'tombstone/deleted-without-trace', 'Gone, and X says nothing.', {
      gone: 'deleted-without-trace',
      note: 'Cannot be told from a post that never was',
    }),
    named('tobin_averell7', 'tombstone/blocked', 'Not for you.', { gone: 'blocked', proven: false }),
    named('brix_lumenaar', 'tombstone/unavailable', 'A staircase of a delicate kind.', {
      gone: 'unavailable',
      sensitive: true,
      note: 'X shows it to no one who is not signed in',
    }),
    named('freecoinz_4471', 'tombstone/suspended', 'Send one coin, get two.'),
    named('quiet_larder', 'tombstone/protected', 'Only for friends.', {
      note: 'X answers with a typed refusal: FxTwitter says 401',
    }),
    named('hollis_underwyn', 'tombstone/protected-in-words', 'Pickle count: 15', {
      note: 'X answers with a text: FxTwitter says 404 and reason private',
    }),

    named('ines_quillfen', 'quote/plain', 'He is usually right about this.', { quote: 'ref-plain' }),
    named('ines_quillfen', 'quote/permalink-in-text', 'Told you.', {
      quote: 'ref-plain',
      quoteLink: 'permalink',
      note: "The quoted post's address trails the text and stays in FxTwitter's text",
    }),
    named('ines_quillfen', 'quote/web-link-in-text', 'Told you twice.', {
      quote: 'ref-plain',
      quoteLink: 'web',
      proven: false,
    }),
    named('ines_quillfen', 'quote/permalink-and-photo', 'Evidence:', {
      quote: 'ref-plain',
      quoteLink: 'permalink',
      media: [photo('evidence', { alt: 'A barometer' })],
      proven: false,
    }),
    named('ines_quillfen', 'quote/without-words', '', { quote: 'ref-plain' }),
    named('vera_ostrowin', 'quote/of-a-quote', 'And the one below it.', {
      quote: 'quote-plain',
      note: 'Only the first level is inlined',
    }),
    named('vera_ostrowin', 'quote/of-a-reply', 'Page four, to be exact.', { quote: 'ref-reply' }),
    named('vera_ostrowin', 'quote/of-a-poll', 'Neither, clearly.', { quote: 'poll-closed' }),
    named('vera_ostrowin', 'quote/of-media', 'Mind the twelfth.', { quote: 'media-mixed' }),
    named('vera_ostrowin', 'quote/of-a-long-post', 'All of it.', {
      quote: 'long-bold-and-italic',
      at: '2026-10-16T08:00:00Z',
    }),
    named('vera_ostrowin', 'quote/of-an-article', 'The whole delta.', {
      quote: 'article-every-block',
      at: '2026-10-16T09:00:00Z',
    }),
    named('oskar_fenwall', 'quote/of-oneself', 'As I said.', { quote: 'ref-plain' }),
    named('vera_ostrowin', 'quote/of-a-deleted-post', 'Why take it down?', { quote: 'ref-deleted' }),
    named('vera_ostrowin', 'quote/of-a-blocked-post', 'He will not say.', {
      quote: 'tombstone-blocked',
      proven: false,
    }),
    named('vera_ostrowin', 'quote/of-an-unavailable-post', 'Sign in to see it.', {
      quote: 'tombstone-unavailable',
    }),
    named('vera_ostrowin', 'quote/of-a-missing-post', 'And this one?', { quote: 'ref-deleted-silently' }),
    named('vera_ostrowin', 'quote/of-a-suspended-account', 'Do not click.', { quote: 'ref-suspended' }),
    named('vera_ostrowin', 'quote/of-a-protected-account', 'Someone leaked the jam.', {
      quote: 'ref-protected',
    }),

    repost('ines_quillfen', 'repost/plain', 'ref-plain'),
    repost('ines_quillfen', 'repost/of-an-old-post', 'old-fog'),
    repost('marta_brenkel', 'repost/of-the-first-post', 'jack-20'),
    repost('marta_brenkel', 'repost/of-a-quote', 'quote-plain'),
    repost('marta_brenkel', 'repost/of-media', 'media-four-photos'),
    repost('marta_brenkel', 'repost/of-a-long-post', 'long-bold-and-italic', { at: '2026-10-16T10:00:00Z' }),
    repost('oskar_fenwall', 'repost/of-oneself', 'ref-plain'),
    repost('oskar_fenwall', 'repost/of-a-reply', 'ref-reply'),
    repost('oskar_fenwall', 'repost/of-a-deleted-post', 'ref-deleted', {
      note: 'The repost went with its original',
      proven: false,
    }),
    named(
      'tobin_averell7',
      'repost/cut',
      say`RT ${m('marta_brenkel')}: Why does the 07:40 ferry leave at 07:52? I asked the people who would know. A thread about tides, paperwork & one stubb…`,
      {
        repostOf: 'ferry-1',
        cutRepost: true,
        at: '2026-10-12T11:00:00Z',
        note: 'X did not embed the original: the text is cut and nothing more can be had',
      },
    ),
    named(
      'tobin_averell7',
      'repost/cut-in-a-link',
      [
        t(
          'RT @lindqvarn_links: The folded coast, chapter one, and everything that has come of it since then: ',
        ),
        { kind: 'cut-link', url: 'https://lindqvarn.example/books/the-folded-coast', kept: 4 },
      ],
      {
        repostOf: 'link-plain',
        cutRepost: true,
        note: 'What is left of the short link, four letters of its code and dots, is no link and is seen as dots',
      },
    ),

    named('ines_quillfen', 'reply/plain', 'The gulls believe you.', {
      replyTo: 'ref-plain',
    }),
    named(
      'tobin_averell7',
      'reply/hidden-mentions',
      say`${h('storm')} or no storm, ${m('ines_quillfen')} owes me a wheel: ${a('https://harbour-gazette.example/wheel')} 🚲`,
      {
        replyTo: 'reply-plain',
        replyPrefix: ['ines_quillfen', 'oskar_fenwall', 'vera_ostrowin', 'marta_brenkel'],
        note: 'Four hidden names, then visible entities; one of the names stands in the text as well',
      },
    ),
    named(
      'oskar_fenwall',
      'reply/emoji-after-hidden-mentions',
      say`🌊🌊 ${m('tobin_averell7')} ${h('pay')}`,
      { replyTo: 'reply-hidden-mentions', replyPrefix: ['tobin_averell7', 'ines_quillfen'] },
    ),
    named('marta_brenkel', 'reply/picture-only', '', {
      replyTo: 'ref-plain',
      media: [photo('reply picture')],
      note: 'A hidden name and a picture, no words',
    }),
    named('marta_brenkel', 'reply/to-a-deleted-post', 'You deleted it before I could answer.', {
      replyTo: 'ref-deleted',
    }),
    named('marta_brenkel', 'reply/to-a-suspended-account', 'Reported.', { replyTo: 'ref-suspended' }),
    named('marta_brenkel', 'reply/to-a-protected-account', 'Sorry about the jam.', {
      replyTo: 'ref-protected',
    }),
    named('oskar_fenwall', 'reply/to-oneself', 'Now 14 hPa.', { replyTo: 'ref-plain' }),
    named('vera_ostrowin', 'reply/with-a-quote', 'Compare:', { replyTo: 'ref-plain', quote: 'old-fog' }),
    named('vera_ostrowin', 'reply/with-a-video', 'Listen', { replyTo: 'ref-plain', media: [video('wind')] }),
    named(
      'pelagic_press',
      'reply/long',
      `${'The barometer is an honest instrument, and that is its trouble. '.repeat(8).trim()}`,
      { replyTo: 'ref-plain', long: true, note: 'A long answer: no hidden names in its text' },
    ),
  ],
}
