import type { Draft, Family } from '../draft.ts'
import { photo } from '../media.ts'
import type { Part } from '../model.ts'
import { a, c, h, m, say, t } from '../parts.ts'

const b = (text: string) => t(text, { bold: true })
const i = (text: string) => t(text, { italic: true })
const bi = (text: string) => t(text, { bold: true, italic: true })

const FILLER =
  'The delta moves about four metres a year, which is slower than the paperwork about it. Every spring somebody paints a white line on the quay, and every autumn the line is under water, and the somebody is promoted. '

const long = (kind: string, body: Part[], more: Partial<Draft> = {}): Draft => ({
  key: `long-${kind}`,
  kind: `long/${kind}`,
  by: 'pelagic_press',
  body,
  long: true,
  ...more,
})

/** Posts of the long editor: no limit of 280, bold and italic. */
export const LONG_POSTS: Family = {
  start: '2026-09-27T08:00:00Z',
  drafts: [
    long('plain', [t(`${FILLER.repeat(3)}\n\n${FILLER.trim()}`)]),
    long('bold-and-italic', [
      t(FILLER),
      b('Nobody asked the river.'),
      t(' So we did. '),
      i('It took eleven years'),
      t(', and '),
      bi('two boats'),
      t(`.\n\n${FILLER.trim()}`),
    ]),
    long(
      'bold-touching-punctuation',
      [
        t(`${FILLER}They said`),
        b('(never!)'),
        t(',and'),
        b('“always”'),
        t('—then'),
        b('*maybe*'),
        t('.'),
        b('!'),
        t('?'),
      ],
      { note: 'Marks that begin or end in punctuation, against letters' },
    ),
    long('bold-in-words', [
      t(`${FILLER}un`),
      b('believ'),
      t('able and '),
      i('s'),
      t('ingle letters in'),
      b('side'),
      t(' words'),
    ]),
    long(
      'bold-in-cjk',
      [
        t('三角州は毎年'),
        b('四メートル'),
        t('動きます。'),
        b('「書類」'),
        t('より遅い。'),
        i('ほんとうに'),
        t(`。${'雨が降ると線が消えます。'.repeat(14)}`),
      ],
      { lang: 'ja', by: 'kirisaka_ame', note: 'Marks between letters that know no spaces' },
    ),
    long(
      'bold-across-lines',
      [t(FILLER), b('First line\nsecond line\n\nthird, after a gap'), t('\nplain again')],
      { note: 'One bold run over line ends and an empty line' },
    ),
    long('bold-with-outer-spaces', [
      t(`${FILLER}before`),
      b(' spaced on both sides '),
      t('after'),
      i('trailing '),
      t('and '),
      b('\nstarts with a line end'),
      t('.'),
    ]),
    long(
      'bold-over-links',
      [
        t(FILLER),
        b('read '),
        a('https://pelagic.example/delta_(river)', { bold: true }),
        b(' today'),
        t(' or '),
        a('https://pelagic.example/*', { italic: true }),
        t('.'),
      ],
      { note: 'Bold that covers a link wholly, together with words beside it' },
    ),
    long('marks-over-entities', [
      t(FILLER),
      b('with '),
      m('marta_brenkel', { bold: true }),
      b(' and '),
      h('delta', { bold: true, italic: true }),
      i(' slanted '),
      c('TIDE'),
    ]),
    long(
      'overlapping-marks',
      [
        t(FILLER),
        b('bold only '),
        bi('both '),
        i('italic only'),
        t(' none '),
        i('italic '),
        bi('both'),
        b(' bold'),
      ],
      { note: 'Ranges that overlap without nesting' },
    ),
    long('marks-touching', [t(FILLER), b('bold'), i('italic'), b('bold'), bi('both'), t('none')]),
    long('markdown-inside-marks', [
      t(FILLER),
      b('**stars** and _lines_'),
      t(' '),
      i('*one* `code` [x](y)'),
      t(' 2*3*4 snake_case_here'),
    ]),
    long(
      'astral-before-marks',
      [
        t(`🚀💭🛸🧿👩🏽‍🚀 ${FILLER}🎇 `),
        b('after astral 🌊'),
        t(' '),
        h('delta'),
        t(' '),
        i('𝒶𝓃𝒹'),
        t(` ${a('https://x.example').display} end 🏴󠁧󠁢󠁷󠁬󠁳󠁿`),
      ],
      { note: 'Facets count code points, the display range UTF-16 units' },
    ),
    long(
      'escaped-before-marks',
      [
        t(`${FILLER}R&D <b> 1 < 2 & 3 > 2 `),
        b('bold & <after>'),
        t(' '),
        a('https://pelagic.example/?a=1&b=2'),
      ],
      { proven: false },
    ),
    long('everything-bold', [b(`${FILLER.trim()}\n\n${FILLER.trim()}`)]),
    long('lists-and-headings', [
      t('Contents\n\n1. Water\n2. Mud\n   - soft\n   - less soft\n\n# Not a heading\n> not a quote\n\n'),
      b('A bold line that is no heading'),
      t(`\n\n${FILLER.trim()}`),
    ]),
    long('code', [
      t(
        `How the gauge reports:\n\n    if (level > 3) {\n      alert("wet")\n    }\n\n\`\`\`\nfenced\n\`\`\`\n\n${FILLER.trim()}`,
      ),
    ]),
    long('entities', [
      t(FILLER),
      ...say`Ask ${m('oskar_fenwall')}, ${m('ines_quillfen')} & ${h('delta')} ${c('MOSS')}: ${a('https://pelagic.example/ask?who=us&when=now')} twice ${a('https://pelagic.example/ask?who=us&when=now')}`,
    ]),
    long(
      'inline-picture',
      [
        t(`${FILLER}\n\nHere is the line:\n\n`),
        { kind: 'inline-media', media: 0 },
        t('\n\nand here it is not.\n\n'),
        { kind: 'inline-media', media: 1 },
        t(FILLER.trim()),
      ],
      { media: [photo('white line', { alt: 'A white line on a quay' }), photo('no line', { alt: 'Water' })] },
    ),
    long('with-photos', [t(`${FILLER.repeat(2).trim()}`)], {
      media: [photo('delta 1'), photo('delta 2', { alt: 'Mud, soft' })],
      note: 'The text of a long post holds no link of its media',
    }),
    long('with-a-quote', [t(`${FILLER.repeat(2).trim()}`)], {
      quote: 'ferry-quoted',
      at: '2026-10-14T08:00:00Z',
    }),
    long('of-4000-characters', [t(FILLER.repeat(19).slice(0, 4_000).trim())], { at: '2026-10-01T08:00:00Z' }),
    long('of-25000-characters', [t(`${FILLER.trim()}\n\n`.repeat(114).trim())], {
      note: 'The limit of the long editor',
    }),
  ],
}
