import type { Family } from '../draft.ts'
import { photo } from '../media.ts'
import { a, h, m, say, t } from '../parts.ts'

/** A thread of four with a quote, a poll and a photo, and the talk below it. */
export const FERRY_THREAD: Family = {
  start: '2026-10-12T07:40:00Z',
  drafts: [
    {
      key: 'ferry-quoted',
      by: 'ines_quillfen',
      body: say`Counted 41 spoonbills from the ferry this morning. The deckhand counted 43 & we are both sure.`,
      source: 'Twitter for iPhone',
    },
    {
      key: 'ferry-1',
      by: 'marta_brenkel',
      body: say`Why does the 07:40 ferry leave at 07:52? I asked the people who would know. A thread about tides, paperwork & one stubborn bollard. ${h('ferries')}`,
      kind: 'thread/short',
      note: 'A thread of four by one author: a quote, a poll and a photo in it, answers by others below it',
    },
    {
      key: 'ferry-2',
      by: 'marta_brenkel',
      gap: 4,
      replyTo: 'ferry-1',
      quote: 'ferry-quoted',
      body: say`First: it is not the birds, whatever ${m('ines_quillfen')} says. The channel silts up on neap tides and the skipper waits for 12 cm more water.`,
    },
    {
      key: 'ferry-3',
      by: 'marta_brenkel',
      gap: 3,
      replyTo: 'ferry-2',
      body: say`Would you rather wait on board or on the quay?`,
      poll: {
        choices: [
          { label: 'On board, with coffee', votes: 212 },
          { label: 'On the quay', votes: 37 },
          { label: 'I swim', votes: 18 },
        ],
        endsAt: Date.parse('2026-10-13T08:00:00Z'),
      },
    },
    {
      key: 'ferry-4',
      by: 'marta_brenkel',
      gap: 6,
      replyTo: 'ferry-3',
      body: say`And here is the bollard. Full tables: ${a('https://brenkel-tides.example/tables?year=2026&port=HAR')}`,
      media: [photo('bollard', { alt: 'A rusty bollard with a gull on it, "Number 4" painted on its side' })],
    },
    {
      key: 'ferry-reply-1',
      by: 'oskar_fenwall',
      gap: 11,
      replyTo: 'ferry-1',
      body: [t('Forty years on that run and it never once left on time. Good thread.')],
    },
    {
      key: 'ferry-reply-2',
      by: 'ines_quillfen',
      gap: 2,
      replyTo: 'ferry-1',
      body: [t('It IS the birds 🐦')],
    },
    {
      key: 'ferry-reply-3',
      by: 'marta_brenkel',
      gap: 2,
      replyTo: 'ferry-reply-2',
      body: [t('It is never the birds.')],
    },
    {
      key: 'ferry-reply-4',
      by: 'tobin_averell7',
      gap: 34,
      replyTo: 'ferry-4',
      body: say`That bollard bent my front wheel in 2019. ${h('bollardgate')}`,
    },
  ],
}
