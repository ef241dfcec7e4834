import { createHash } from 'node:crypto'
import type { Circle, CircleMember } from '../domain/circle.ts'
import { type Disc, packCircle } from './circle-layout.ts'
import { formatScore, talliedText } from './circle-markdown.ts'
import { cleanLine } from './clean-text.ts'
import { formatCount } from './format.ts'
import { byline } from './preview-html.ts'
import { escapeHtml } from './reader-html.ts'

const WIDTH = 960
const HEIGHT = 1120
const RADIUS = 440
const CENTRE = { x: WIDTH / 2, y: 560 }
/** More would be specks. */
const MAX_SHOWN = 60
/** Of one direction less than this share of the whole is as good as none. */
const ONE_SIDED = 0.12
/** Width of a letter of the handles, as a share of their size. */
const LETTER = 0.63
const SMALLEST_TEXT = 9

const STYLE = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;text-anchor:middle;fill:#14202b}
.page{fill:#fbfaf7}
.ground{fill:#f1eee6}
.owner circle{fill:#14202b}
.owner text{fill:#fbfaf7}
.both circle{fill:#0f6b66}
.both text{fill:#ffffff}
.out circle{fill:#fbe7cf;stroke:#a4510b;stroke-width:2.5}
.out text{fill:#6b3306}
.in circle{fill:#e9e2fb;stroke:#5b2fb8;stroke-width:2.5;stroke-dasharray:5 4}
.in text{fill:#3f1d86}
.initials{font-weight:600}
.quiet{fill:#5b6570}
.start{text-anchor:start}
@media (prefers-color-scheme:dark){
text{fill:#e8edf2}
.page{fill:#0e1419}
.ground{fill:#151d24}
.owner circle{fill:#e8edf2}
.owner text{fill:#0e1419}
.both circle{fill:#5cc8c0}
.both text{fill:#06211f}
.out circle{fill:#3a2610;stroke:#f0a75a}
.out text{fill:#fbd9b0}
.in circle{fill:#251a41;stroke:#b79cf5}
.in text{fill:#ddd0fb}
.quiet{fill:#9aa7b3}
}
`

/** What a browser may do with the picture: show its own style, and nothing else. */
export const CIRCLE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

type Side = 'both' | 'out' | 'in'

const SIDES: Readonly<Record<Side, string>> = { both: 'both ways', out: 'to them', in: 'from them' }

/**
 * A circle as a picture that needs nothing from elsewhere: the owner in the middle, each member as a disc by its
 * score, told apart by who turns to whom. The words of strangers in it are names and handles, escaped.
 */
export function circleSvg(circle: Circle): string {
  const { handle, profile, members, count, coverage, window } = circle
  const owner = profile ?? { screen_name: handle, name: null }
  const shown = members.slice(0, MAX_SHOWN)
  const { owner: middle, members: discs } = packCircle(
    shown.map(({ score }) => score),
    shown.length > 0 ? RADIUS : RADIUS / 3,
  )
  const title = `Circle of ${byline(owner)}`
  const span = `${window.since.slice(0, 10)} to ${window.until.slice(0, 10)}`
  const others = shown.length < count ? `${formatCount(shown.length)} of ${formatCount(count)}` : `${count}`
  const label = `${coverage.label}${coverage.partial ? ', not complete' : ''}`
  const strongest = shown.slice(0, 5).map((member) => `@${cleanLine(member.handle)}`)
  const description =
    shown.length === 0
      ? `No interactions were found from ${span}.`
      : `${others} accounts from ${span}, larger by score; the strongest: ${strongest.join(', ')}. Incoming: ${label}.`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="circle-title circle-desc">`,
    `<title id="circle-title">${escapeHtml(title)}</title>`,
    `<desc id="circle-desc">${escapeHtml(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text x="${CENTRE.x}" y="52" font-size="${fitting(title, WIDTH - 80, 28)}" font-weight="600">${escapeHtml(title)}</text>`,
    `<text class="quiet" x="${CENTRE.x}" y="82" font-size="16">${escapeHtml(`${span} · ${others} accounts`)}</text>`,
    `<circle class="ground" cx="${CENTRE.x}" cy="${CENTRE.y}" r="${RADIUS + 10}"/>`,
    discMarkup(middle, 'owner', title, owner.name, owner.screen_name),
    ...shown.map((member, index) => memberMarkup(member, discs[index] as Disc)),
    ...legend(HEIGHT - 72),
    `<text class="quiet" x="${CENTRE.x}" y="${HEIGHT - 28}" font-size="14">${escapeHtml(`Incoming: ${label}. A larger score may only mean that more was read.`)}</text>`,
    '</svg>\n',
  ].join('\n')
}

function memberMarkup(member: CircleMember, disc: Disc): string {
  const { rank, name, handle, score, outgoing, incoming } = member
  const tip = `${rank}. ${byline({ name, screen_name: handle })}: ${formatScore(score)}; to them ${talliedText(outgoing)}; from them ${talliedText(incoming)}`
  return discMarkup(disc, sideOf(member), tip, name, handle)
}

function sideOf({ outgoing, incoming }: CircleMember): Side {
  const share = outgoing.score / (outgoing.score + incoming.score || 1)
  if (share >= 1 - ONE_SIDED) return 'out'
  return share <= ONE_SIDED ? 'in' : 'both'
}

/** A disc with the letters of a name and, where there is room, the handle below. */
function discMarkup(
  { x, y, r }: Disc,
  style: Side | 'owner',
  tip: string,
  name: string | null | undefined,
  handle: string,
): string {
  const text = `@${cleanLine(handle)}`
  const size = fitting(text, r * 1.58, r * 0.32)
  const hasHandle = size >= SMALLEST_TEXT
  const letters = initials(name, handle)
  const height = r * (hasHandle ? 0.62 : 0.82)
  return [
    `<g class="${style}" transform="translate(${px(CENTRE.x + x)} ${px(CENTRE.y + y)})">`,
    `<title>${escapeHtml(tip)}</title>`,
    `<circle r="${px(r)}"/>`,
    `<text class="initials" y="${px(height * (hasHandle ? 0.12 : 0.35))}" font-size="${px(height)}">${escapeHtml(letters)}</text>`,
    ...(hasHandle ? [`<text y="${px(r * 0.46)}" font-size="${size}">${escapeHtml(text)}</text>`] : []),
    '</g>',
  ].join('')
}

/** The first letters of the first and the last word of a name, else of the handle. */
function initials(name: string | null | undefined, handle: string): string {
  const words = cleanLine(name ?? '').split(' ')
  const letters = words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const [first = handle.replace(/^_+(?=.)/, '').charAt(0)] = letters
  const last = letters.length > 1 ? (letters.at(-1) as string) : ''
  // A script without capitals writes one sign where Latin writes two.
  return (/\p{Lu}|\p{Ll}/u.test(first) ? first + last : first).toUpperCase()
}

/** The size at which a text is as wide as there is room, in pixels, and no larger than `most`. */
function fitting(text: string, room: number, most: number): number {
  const size = Math.min(most, room / (Math.max(1, [...text].length) * LETTER))
  return Math.round(size * 100) / 100
}

function legend(y: number): string[] {
  const sides = Object.entries(SIDES) as [Side, string][]
  return sides.map(([side, words], index) => {
    const x = CENTRE.x + (index - 1) * 170 - 50
    return `<g class="${side}"><circle cx="${x}" cy="${y - 5}" r="9"/></g><text class="start" x="${x + 18}" y="${y}" font-size="15">${words}</text>`
  })
}

function px(length: number): string {
  return String(Math.round(length * 100) / 100)
}
