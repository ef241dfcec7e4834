/**
 * Characters that a terminal obeys or that hide or turn text, and that JSON lets through as they are: DEL,
 * the C1 controls, format characters (bidi overrides, tags, zero-width ones) and the two line separators.
 */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu

/**
 * JSON that cannot drive a terminal. The escapes are part of JSON, so a parser reads the same value.
 * @param pretty whether to indent by two spaces
 */
export function terminalJson(value: unknown, pretty: boolean): string {
  return JSON.stringify(value, undefined, pretty ? 2 : undefined).replace(UNSAFE, escaped)
}

function escaped(character: string): string {
  let result = ''
  for (let index = 0; index < character.length; index++) {
    result += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }
  return result
}
