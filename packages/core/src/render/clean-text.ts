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
  const lines = text.toWellFormed().replace(LINE_ENDS, '\n').replace(MARK_RUNS, '$1')
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

/** More than one direction mark in a row says no more than one, but could count. */
const MARK_RUNS = /([\u061c\u200e\u200f])[\u061c\u200e\u200f]+/g

// Patterns for one character are anchored at both ends: with `$` alone, V8 misses astral characters.
const WHOLE_EMOJI = /^\p{RGI_Emoji}$/v
// Emoji of the future are unassigned here, and go.
const EMOJI_BEFORE = /^(?!\p{Cn})[\p{Extended_Pictographic}\p{Emoji_Modifier}]$|^\u20e3$|^\ufe0f$/u
const EMOJI = /^(?!\p{Cn})\p{Extended_Pictographic}$/u
const scripts = (names: string): RegExp =>
  new RegExp(
    `^[${names
      .split(' ')
      .map((name) => `\\p{scx=${name}}`)
      .join('')}]$`,
    'u',
  )
/** Scripts whose letters change their form, or keep it, by a joiner or non-joiner after them. */
const JOINING_SCRIPT = scripts(
  'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali Adlm Cakm Newa Thaa Mand Phag Rohg Lana Sund',
)
/** Scripts without spaces, where an invisible one says where a line may break. */
const SPACELESS_SCRIPT = scripts('Thai Laoo Khmr Mymr Java Bali Lana Tibt')
const MONGOLIAN = scripts('Mong')
const HEBREW = scripts('Hebr')
/** What the standardised variants of other scripts are made of. */
const HAS_VARIANTS = /^[\p{Unified_Ideograph}\p{scx=Mymr}\p{scx=Phag}\p{Sm}]$/u
const JOINS_ALWAYS = /^[\p{L}\p{M}]$/u

/** A run of one character is that character once; a run of several hides something. */
function keepIfNeeded(match: string, offset: number, whole: string): string {
  if (WHOLE_EMOJI.test(match)) return match
  const character = firstCharacter(match, 0)
  if (match !== character.repeat(match.length / character.length)) return ''
  const before = lastCharacter(whole, offset)
  const after = firstCharacter(whole, offset + match.length)
  return isNeeded(character, before, after) ? character : ''
}

function isNeeded(character: string, before: string, after: string): boolean {
  switch (character) {
    case '\u200d':
      return (EMOJI_BEFORE.test(before) && EMOJI.test(after)) || isJoining(before)
    case '\u200c':
      return isJoining(before)
    case '\u200b':
      return SPACELESS_SCRIPT.test(before) && SPACELESS_SCRIPT.test(after)
    case '\u034f':
      return HEBREW.test(before)
    case '\ufe0e':
    case '\ufe0f':
      return /^\p{Emoji}$/u.test(before)
    default:
      if (/^[\u180b-\u180f]$/.test(character)) return MONGOLIAN.test(before)
      // Ideographic variants (U+E0100 on) and the standardised ones follow the character that they vary.
      return /^[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]$/u.test(character) && HAS_VARIANTS.test(before)
  }
}

function isJoining(character: string): boolean {
  return JOINING_SCRIPT.test(character) && JOINS_ALWAYS.test(character)
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
