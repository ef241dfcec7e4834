import type { Draft, Family } from '../draft.ts'
import { photo } from '../media.ts'
import { h, say, t } from '../parts.ts'

const RIVER = 150
/** The post in the middle of the long thread that its author took down. */
const RIVER_GAP = 75

const SIGHTS = [
  'a weir',
  'two herons',
  'a shopping trolley',
  'the old mill',
  'a boat named Boat',
  'nothing at all',
  'a school of dace',
  'a man with a map',
  'my own footprints',
]

const step = (n: number): Draft => ({
  key: `river-${n}`,
  by: 'thread_mill',
  gap: n === 1 ? 0 : 2,
  body:
    n === 1
      ? say`I walked the whole Lemmer, all 149 stops of it. A thread. ${h('lemmer')}`
      : [
          t(
            `${n}/${RIVER} Stop ${n - 1}: ${SIGHTS[n % SIGHTS.length]}. ${n % 7 === 0 ? 'I sat down here.\nFor a while.' : 'Onwards.'}`,
          ),
        ],
  ...(n > 1 && { replyTo: `river-${n - 1}` }),
  ...(n === RIVER_GAP && { gone: 'deleted' as const }),
  ...(n % 30 === 0 && { media: [photo(`river ${n}`, { alt: `Stop ${n - 1}` })] }),
  ...(n === 1 && {
    kind: 'thread/long',
    note: '150 posts, one deleted in the middle, two branches by the author, answers by others',
  }),
  ...(n === RIVER_GAP - 1 && { kind: 'thread/before-the-gap' }),
  ...(n === RIVER_GAP && { kind: 'thread/deleted-middle' }),
  ...(n === RIVER_GAP + 1 && { kind: 'thread/after-the-gap', note: 'Its answered post is deleted' }),
  ...(n === RIVER && { kind: 'thread/long-last' }),
})

const branch = (name: string, from: string, length: number): Draft[] =>
  Array.from({ length }, (_, i) => ({
    key: `${name}-${i + 1}`,
    by: 'thread_mill',
    gap: i === 0 ? 300 : 3,
    body: [
      t(
        `Aside ${i + 1} of ${length}: ${SIGHTS[(i * 4 + length) % SIGHTS.length]}, which I forgot to mention.`,
      ),
    ],
    replyTo: i === 0 ? from : `${name}-${i}`,
    ...(i === 0 && {
      kind: `thread/branch-${name}`,
      note: 'Leaves the main thread: not a part of it when that is read from below',
    }),
  }))

const answers: Draft[] = ['oskar_fenwall', 'ines_quillfen', 'vera_ostrowin', 'tobin_averell7'].map(
  (by, i) => ({
    key: `river-answer-${i}`,
    by,
    gap: 15,
    body: [t(['I know that weir.', 'The herons know you.', 'Stop 40 is on no map.', 'Whose trolley?'][i]!)],
    replyTo: `river-${[1, 3, 41, 4][i]}`,
  }),
)

export const THREADS: Family = {
  start: '2026-10-15T06:00:00Z',
  drafts: [
    ...Array.from({ length: RIVER }, (_, i) => step(i + 1)),
    ...branch('east', 'river-20', 3),
    ...branch('west', 'river-100', 2),
    ...answers,
    { key: 'two-1', by: 'marta_brenkel', body: [t('One more thing.')], kind: 'thread/two' },
    { key: 'two-2', by: 'marta_brenkel', gap: 1, body: [t('Never mind.')], replyTo: 'two-1' },
    { key: 'headless-1', by: 'marta_brenkel', body: [t('A bold claim.')], gone: 'deleted' },
    {
      key: 'headless-2',
      by: 'marta_brenkel',
      gap: 1,
      body: [t('On reflection, less bold.')],
      replyTo: 'headless-1',
      kind: 'thread/deleted-first',
    },
    { key: 'headless-3', by: 'marta_brenkel', gap: 1, body: [t('Not bold at all.')], replyTo: 'headless-2' },
    { key: 'tailless-1', by: 'marta_brenkel', body: [t('I will explain.')], kind: 'thread/deleted-last' },
    { key: 'tailless-2', by: 'marta_brenkel', gap: 1, body: [t('Or will I.')], replyTo: 'tailless-1' },
    {
      key: 'tailless-3',
      by: 'marta_brenkel',
      gap: 1,
      body: [t('I will not.')],
      replyTo: 'tailless-2',
      gone: 'deleted',
    },
    {
      key: 'interrupted-1',
      by: 'marta_brenkel',
      body: [t('The buoy is green.')],
      kind: 'thread/interrupted',
      note: 'The author goes on under the answer of another: no thread, a conversation',
    },
    {
      key: 'interrupted-2',
      by: 'oskar_fenwall',
      gap: 5,
      body: [t('It was red in my day.')],
      replyTo: 'interrupted-1',
    },
    {
      key: 'interrupted-3',
      by: 'marta_brenkel',
      gap: 5,
      body: [t('Your day was in 1974.')],
      replyTo: 'interrupted-2',
    },
    {
      key: 'interrupted-4',
      by: 'marta_brenkel',
      gap: 5,
      body: [t('With respect.')],
      replyTo: 'interrupted-3',
      kind: 'conversation/ancestors-of-two-authors',
    },
    { key: 'under-another-1', by: 'oskar_fenwall', body: [t('Nobody writes threads about anchors.')] },
    {
      key: 'under-another-2',
      by: 'marta_brenkel',
      gap: 5,
      body: [t('Hold my rope. 1/2')],
      replyTo: 'under-another-1',
      kind: 'thread/under-anothers-post',
    },
    {
      key: 'under-another-3',
      by: 'marta_brenkel',
      gap: 1,
      body: [t('An anchor is a hook for the sea. 2/2')],
      replyTo: 'under-another-2',
    },
    {
      key: 'branchy-1',
      by: 'marta_brenkel',
      body: [t('Two ways to coil a rope.')],
      kind: 'thread/two-branches',
      note: 'The author answered the first post twice',
    },
    { key: 'branchy-2a', by: 'marta_brenkel', gap: 2, body: [t('The first way.')], replyTo: 'branchy-1' },
    {
      key: 'branchy-2b',
      by: 'marta_brenkel',
      gap: 9,
      body: [t('The second way.')],
      replyTo: 'branchy-1',
      kind: 'thread/second-branch',
    },
    {
      key: 'branchy-3a',
      by: 'marta_brenkel',
      gap: 1,
      body: [t('The first way, tied.')],
      replyTo: 'branchy-2a',
    },
  ],
}
