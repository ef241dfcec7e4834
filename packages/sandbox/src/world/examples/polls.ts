import type { Draft, Family } from '../draft.ts'
import type { Poll } from '../model.ts'
import { t } from '../parts.ts'

const poll = (
  kind: string,
  text: string,
  choices: [string, number][],
  ends: string,
  more: Partial<Draft> & { hidden?: true } = {},
): Draft => {
  const { hidden, ...rest } = more
  const value: Poll = {
    choices: choices.map(([label, votes]) => ({ label, votes })),
    endsAt: Date.parse(ends),
  }
  if (hidden) value.countsHidden = true
  return {
    key: `poll-${kind}`,
    kind: `poll/${kind}`,
    by: 'kite_ledger',
    body: [t(text)],
    poll: value,
    ...rest,
  }
}

const CLOSED = '2026-09-25T08:00:00Z'

export const POLLS: Family = {
  start: '2026-09-20T08:00:00Z',
  drafts: [
    poll(
      'closed',
      'Best day for a poll?',
      [
        ['Monday', 41],
        ['Tuesday', 12],
        ['Neither', 307],
      ],
      CLOSED,
    ),
    poll(
      'open',
      'Should I stop asking?',
      [
        ['Yes', 88],
        ['No', 3],
      ],
      '2026-11-03T16:30:00Z',
      { at: '2026-10-31T16:30:00Z' },
    ),
    poll(
      'closes-within-the-hour',
      'Last call?',
      [
        ['Last', 9],
        ['Call', 9],
      ],
      '2026-11-01T12:40:30Z',
      { at: '2026-10-31T12:40:30Z' },
    ),
    poll(
      'zero-votes',
      'Anyone?',
      [
        ['Here', 0],
        ['Not here', 0],
      ],
      CLOSED,
      { at: '2026-09-21T08:00:00Z' },
    ),
    poll(
      'equal-labels',
      'Which one?',
      [
        ['This', 7],
        ['That', 3],
        ['This', 11],
      ],
      CLOSED,
      { note: 'FxTwitter makes one choice of equal labels and keeps the last count' },
    ),
    poll(
      'numeric-labels',
      'How many?',
      [
        ['10', 4],
        ['2', 6],
        ['none', 1],
        ['1', 9],
      ],
      CLOSED,
      { note: 'FxTwitter puts whole numbers first, in order' },
    ),
    poll(
      'thirds',
      'Split evenly',
      [
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ],
      CLOSED,
    ),
    poll(
      'markdown-labels',
      'Pick',
      [
        ['**bold**', 2],
        ['| pipe |', 3],
        ['[x](y)', 1],
        ['1. one', 0],
      ],
      CLOSED,
    ),
    poll(
      'emoji-labels',
      'Mood',
      [
        ['🦊', 20],
        ['👨‍👩‍👧‍👦 family', 5],
        ['<3 & more', 6],
      ],
      CLOSED,
    ),
    poll(
      'large-counts',
      'Everyone',
      [
        ['Aye', 1_284_331],
        ['Nay', 977_002],
      ],
      CLOSED,
    ),
    poll(
      'counts-hidden',
      'Vote to see',
      [
        ['One', 5],
        ['Two', 6],
      ],
      '2026-11-04T08:00:00Z',
      {
        at: '2026-10-30T08:00:00Z',
        hidden: true,
        note: 'X tells no counts, so FxTwitter gives no poll at all',
      },
    ),
  ],
}
