import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base'

/** Characters that are counted at most; a longer text has no count. */
const MAX_CHARACTERS = 1024 * 1024

/**
 * Runs of one kind longer than any word. The tokenizer's time grows with their square, so that they are counted
 * in pieces, which may come out a token longer each.
 */
const LONG_RUN = /[\p{L}\p{M}]{500}|\s{500}|[^\s\p{L}\p{M}\p{N}]{500}/gu

/**
 * Tokens of a text as OpenAI's o200k_base has them; other models differ by some percent.
 * @returns null for a text that is too long to be counted
 */
export function countTokens(text: string): number | null {
  if (text.length > MAX_CHARACTERS) return null
  let total = 0
  let start = 0
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    total += plain(text.slice(start, index + run.length))
    start = index + run.length
  }
  return total + plain(text.slice(start))
}

/** What looks like a mark of the model's own is text of a stranger like any other. */
function plain(text: string): number {
  return count(text, { disallowedSpecial: new Set() })
}
