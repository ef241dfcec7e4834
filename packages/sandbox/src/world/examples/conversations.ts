import type { Draft, Family } from '../draft.ts'
import { t } from '../parts.ts'

const VOICES = [
  'oskar_fenwall',
  'ines_quillfen',
  'tobin_averell7',
  'vera_ostrowin',
  'kite_ledger',
  'brix_lumenaar',
  'mossgate_radio',
  'lindqvarn_links',
  'samar_dahwani',
  'noam_tzurel',
  'byeolmaru_han',
  'qiaohe_mumu',
  'NorrbyHelp',
  'emoji_only_',
  'renamed_twice',
  'zalgo_pete',
]
const SAYINGS = [
  'Seven.',
  'At least nine.',
  'It depends on the bread.',
  'Count the crumbs.',
  'My gull says ten.',
  'None before noon.',
  'Twelve, buttered.',
  'Is this about the ferry?',
  'As many as there are.',
  'Four & a half.',
]

const ANSWERS = 96

const answer = (i: number): Draft => ({
  key: `crowd-answer-${i}`,
  by: VOICES[(i * 5) % VOICES.length]!,
  gap: 1 + (i % 4),
  replyTo: 'crowd',
  body: [t(`${SAYINGS[(i * 3) % SAYINGS.length]}${i >= SAYINGS.length ? ` (${i})` : ''}`)],
  counts: { likes: (i * 37) % 211 },
  ...(i % 19 === 7 && { gone: 'deleted' as const }),
})

const below = (i: number): Draft => ({
  key: `crowd-below-${i}`,
  by: i % 2 === 0 ? 'NorrbyInstr' : VOICES[(i * 5 + 3) % VOICES.length]!,
  gap: 2,
  replyTo: `crowd-answer-${i}`,
  body: [t(i % 2 === 0 ? 'Noted, with thanks.' : 'I doubt it.')],
})

/** A crowd below one post, and a long talk of a few. */
export const CONVERSATIONS: Family = {
  start: '2026-10-20T08:00:00Z',
  drafts: [
    {
      key: 'crowd',
      by: 'NorrbyInstr',
      body: [t('How many slices make a breakfast? We are calibrating.')],
      kind: 'conversation/many-answers',
      note: '96 answers, some with answers below them, some deleted or by accounts that cannot be read: several pages',
      counts: { replies: 131, likes: 4_410 },
    },
    ...Array.from({ length: ANSWERS }, (_, i) => answer(i)),
    ...[0, 3, 8, 11, 20, 33, 34, 52, 71, 90].map(below),
    { key: 'crowd-protected', by: 'quiet_larder', replyTo: 'crowd', body: [t('Two.')] },
    { key: 'crowd-suspended', by: 'freecoinz_4471', replyTo: 'crowd', body: [t('FREE SLICES')] },
    ...Array.from(
      { length: 24 },
      (_, i): Draft => ({
        key: `talk-${i + 1}`,
        by: ['kite_ledger', 'brix_lumenaar', 'vera_ostrowin'][i % 3]!,
        gap: 3,
        body: [
          t(i === 0 ? 'Stairs are just slow lifts.' : `Move ${i}: ${SAYINGS[(i * 7) % SAYINGS.length]}`),
        ],
        ...(i > 0 && { replyTo: `talk-${i}` }),
        ...(i === 12 && { gone: 'deleted' as const }),
        ...(i === 0 && { kind: 'conversation/no-thread', note: 'Three people taking turns' }),
        ...(i === 23 && {
          kind: 'conversation/deep',
          note: '23 ancestors by three authors, one of them deleted',
        }),
      }),
    ),
    {
      key: 'alone',
      by: 'lab_of_lines',
      body: [t('Is this thing on?')],
      kind: 'conversation/no-answers',
      counts: { replies: 0 },
    },
  ],
}
