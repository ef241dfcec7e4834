/** What a terminal obeys, what hides or turns text, and what has no shape. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/gu
/** Whatever is not one column wide for sure. */
const NOT_ASCII = /[^ -~]/gu

/** A stranger's text on one line of a terminal, unable to drive it. @param max characters at most */
export function plainText(text: string, max: number): string {
  return shorten(text, UNSAFE, max)
}

/** The same for a cell of a table, where every character must be one column wide. */
export function plainCell(text: string, width: number): string {
  return shorten(text, NOT_ASCII, width).padEnd(width)
}

function shorten(text: string, escaped: RegExp, max: number): string {
  // Escapes only lengthen, so that no more of a long text is looked at than can be shown.
  const shown = text.slice(0, max + 1).replace(escaped, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
  // Half a pair is no character.
  return shown.length <= max ? shown : `${shown.slice(0, max - 3).replace(/[\ud800-\udbff]$/, '')}...`
}
