/**
 * Takes out of a stranger's text the characters that show nothing and can therefore hide something, and
 * leaves those that a script or an emoji needs to be written right. Line ends become `\n`.
 *
 * Kept: everything visible, direction marks (see `closeDirections`), joiners inside emoji and in the scripts
 * that join by them, one variation selector where it means something, the tag characters of real flags.
 * Removed: control and unassigned characters, tag characters elsewhere, zero-width characters and runs of
 * variation selectors elsewhere. A lone half of a surrogate pair becomes U+FFFD.
 */
export function cleanText(text: string): string {
  const lines = text.toWellFormed().replace(LINE_ENDS, '\n')
  return SUSPICIOUS.test(lines) ? lines.replace(HIDDEN, keepIfNeeded) : lines
}

/** A stranger's text on one line: for a name, a label or an alt text. */
export function cleanLine(text: string): string {
  return closeDirections(cleanText(text).replace(/\s+/g, ' ').trim())
}

const LINE_ENDS = /\r\n|[\r\u2028\u2029\u0085\v\f]/g

/** Any character that `HIDDEN` may match; most texts have none. */
const SUSPICIOUS = /[\p{Cc}\p{Cn}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

// Real flags and other emoji are matched first, as a whole, and kept.
const HIDDEN =
  /\p{RGI_Emoji}|(?![\n\t])\p{Cc}|\p{Cn}|[\ufff9-\ufffb]|[[\p{Default_Ignorable_Code_Point}]--[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]]+/gv

const WHOLE_EMOJI = /^\p{RGI_Emoji}$/v
const EMOJI_BEFORE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u20e3|\ufe0f)$/u
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u
const JOINING_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
const SPACELESS_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function keepIfNeeded(match: string, offset: number, whole: string): string {
  if (WHOLE_EMOJI.test(match)) return match
  if (firstCharacter(match, 0) !== match) return ''
  const before = lastCharacter(whole, offset)
  const after = firstCharacter(whole, offset + match.length)
  return isNeeded(match, before, after) ? match : ''
}

function isNeeded(character: string, before: string, after: string): boolean {
  switch (character) {
    case '\u200d':
      return (
        (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) ||
        (JOINING_SCRIPT.test(before) && (after === '' || JOINING_SCRIPT.test(after) || /\s/.test(after)))
      )
    case '\u200c':
      return JOINING_SCRIPT.test(before) && JOINING_SCRIPT.test(after)
    case '\u200b':
      return SPACELESS_SCRIPT.test(before) && SPACELESS_SCRIPT.test(after)
    case '\ufe0e':
    case '\ufe0f':
      return /\p{Emoji}/u.test(before)
    default:
      // Ideographic variants (U+E0100 on, and the standardised ones) follow a Han character.
      return /[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/u.test(character) && /\p{Unified_Ideograph}/u.test(before)
  }
}

function firstCharacter(text: string, index: number): string {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function lastCharacter(text: string, end: number): string {
  return firstCharacter(text, end - (end > 1 && /[\udc00-\udfff]/.test(text[end - 1] as string) ? 2 : 1))
}

const POP_EMBEDDING = '\u202c'
const POP_ISOLATE = '\u2069'

/**
 * Closes what direction marks a text left open, so that they cannot turn what stands after it.
 * @example closeDirections('\u202etxt') // '\u202etxt\u202c'
 */
export function closeDirections(text: string): string {
  const open: string[] = []
  for (const [mark] of text.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    if (mark === POP_EMBEDDING) {
      if (open.at(-1) === POP_EMBEDDING) open.pop()
    } else if (mark === POP_ISOLATE) {
      // Popping an isolate closes the embeddings that were opened inside it.
      const isolate = open.lastIndexOf(POP_ISOLATE)
      if (isolate >= 0) open.length = isolate
    } else open.push(mark >= '\u2066' ? POP_ISOLATE : POP_EMBEDDING)
  }
  return text + open.reverse().join('')
}
