import type { Draft, Family } from '../draft.ts'
import { photo } from '../media.ts'
import type { Part } from '../model.ts'
import { a, c, h, m, say, t } from '../parts.ts'

const text = (kind: string, body: Part[] | string, more: Partial<Draft> = {}): Draft => ({
  key: `text-${kind}`,
  kind: `text/${kind}`,
  by: 'vera_ostrowin',
  body: typeof body === 'string' ? [t(body)] : body,
  ...more,
})

/** What can stand in an ordinary text, and what the characters in it do to indices and escapes. */
export const TEXTS: Family = {
  start: '2026-09-02T08:00:00Z',
  drafts: [
    text('plain', 'The library lift plays a short tune between the second and third floor now.'),
    text('multi-line', 'Shopping list:\nflour\nsalt\n\nNot on the list:\nanother gull'),
    text('many-blank-lines', 'First.\n\n\n\n\nLast, five lines later.'),
    text('escaped-signs', 'Fish & chips, 3 < 5 > 4, "double" and \'single\' quotes.'),
    text(
      'ampersand-beside-facets',
      say`Salt & ${h('pepper')}& more <3 ${m('marta_brenkel')}> see ${a('https://maps.delta.example/?a=1&b=2&copy=3')}&done`,
      { note: 'Escaped signs before, between and right after entities' },
    ),
    text(
      'literal-escapes',
      'I typed &lt;b&gt; and &amp;amp; and &copy; and &#39; by hand, leave them alone.',
      {
        note: "The author's own text looks escaped, so it is escaped twice on the wire",
      },
    ),
    text(
      'astral-before-facets',
      say`🚀💭🛸🧿 lift-off with ${h('rockets')} and ${m('ines_quillfen')} at ${a('https://harbour-gazette.example/launch')} 🎇`,
      {
        note: 'Four characters outside the BMP before every entity: code points and UTF-16 units differ',
      },
    ),
    text('zwj-sequences', say`Family 👨‍👩‍👧‍👦, pilot 👩🏽‍✈️, 🏳️‍🌈 and ❤️‍🔥 before ${h('joined')}.`),
    text('flags', say`🇳🇵🇳🇱🇯🇵 Regional pairs, then ${h('flags')} 🇧🇷`),
    text('tag-flags', say`🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 are flags spelled in tag characters ${h('threeflags')}`, {
      note: 'Tag characters that are visible and must stay',
    }),
    text('keycaps', say`1️⃣ flour 2️⃣ water #️⃣ not a tag ${h('keycaps')}`),
    text('combining-marks', say`Z̸̛͚a̴͙̍l̵̰͝g̷̳̈o̶̙͌ cafe\u0301 n\u0303andu\u0301 then ${h('marks')}`, {
      note: 'Decomposed letters: never normalise',
    }),
    text('mathematical-letters', say`𝓕𝓪𝓷𝓬𝔂 𝕝𝕖𝕥𝕥𝕖𝕣𝕤 before ${h('plain')}`),
    text('cashtags', say`Long ${c('NRBY')}, short ${c('MOSS')}, never ${c('TIDE')}. $5 is no ticker.`),
    text('accented-hashtags', say`${h('naïveté')} ${h('Zürichsee')} ${h('smørrebrød')} ${h('ångström')}`),
    text('cjk-hashtags', say`今日は${h('雨の日', { sign: '＃' })} と${h('写真')}の日。`, { lang: 'ja' }),
    text(
      'fullwidth-signs',
      say`${m('kirisaka_ame', { sign: '＠' })} さんの${h('朝ごはん', { sign: '＃' })}`,
      { lang: 'ja', note: '＠ and ＃ make a mention and a tag, too' },
    ),
    text('hashtag-prefixes', say`${h('abc')} ${h('ab')} ${h('abcd')} ${h('ab')}-c`, {
      note: 'Tags that begin each other',
    }),
    text('repeated-hashtag', say`${h('again')} and ${h('again')} and again`),
    text('no-hashtags', 'C# and F#, issue #1 of 12, a#b, ##, # alone', { note: 'Signs that make no tag' }),
    text('e-mail-address', 'Write to ferry.desk@harbour.example or @ the counter.', {
      note: 'An address, not a mention',
    }),
    text('unknown-mention', 'Nobody is called @nobody_at_all_x, so that is only text.'),
    text('mention-in-other-case', say`${m('marta_brenkel', { typed: 'MARTA_Brenkel' })} shouted first.`, {
      note: 'Written in other letters than the handle itself',
    }),
    text('mentions-touching', say`${m('ines_quillfen')}/${m('oskar_fenwall')},${m('tobin_averell7')}'s bike`),
    text('mention-with-underscores', say`${m('_snake_case_')} and ${m('__ida__')} walk into a * bar`),
    text('snake-case', 'my_long_variable_name and other_name, 5 * 3 * 2, 2**8, a_b_, _c_d'),
    text(
      'inline-markdown',
      '*not bold* **nor this** _nor italic_ ~~nor gone~~ `nor code` [nor](a-link) ![nor](a-picture) <nor@a.tag>',
    ),
    text('unbalanced-markdown', 'one ` two `` three * four ** five _ six ~~ seven [ eight ]( nine ![ ten <'),
    text('backslashes', '\\*kept\\* C:\\temp\\new and a trailing one \\'),
    text('entities-only', say`${h('one')} ${h('two')} ${m('oskar_fenwall')} ${c('TIDE')}`),
    text('only-emoji', '🦊'),
    text('only-a-mention', say`${m('marta_brenkel')}`),
    text('only-a-link', say`${a('https://harbour-gazette.example/')}`),
    text('ends-in-an-ellipsis', 'And then the gull simply…'),
    text('tabs-and-odd-spaces', 'tab\there, no-break\u00a0space, thin\u2009space, ideographic\u3000space'),
    text(
      'right-to-left-mixed',
      say`קראתי את ${h('גשם')} ואז ${m('noam_tzurel')} שלח ${a('https://maps.delta.example/he')} (version 2.0) תודה`,
      { lang: 'he', by: 'noam_tzurel' },
    ),
    text('percent-and-braces', `100% {{mustache}} \${template} {% liquid %} #{ruby} <%= erb %>`),
    text('quotation-lines', '“Smart quotes” – dashes — and … dots'),
    text('long-word', `Donaudampf${'schifffahrts'.repeat(12)}gesellschaft`),
    text('photo-under-text', say`Before the picture ${h('stairs')}`, {
      media: [photo('under text', { alt: 'Stairs, seen from below' })],
    }),
  ],
}
