/** What X will make of a text. */
export interface PostText {
  /** Against the 280 of a post: an address 23, a letter of most scripts 1, others and emoji 2. */
  weight: number
  /** Whether it holds signs that X takes from nobody. */
  isBroken: boolean
  hasLink: boolean
  cashtags: number
}

/**
 * With a scheme, any host with a dot is taken for an address, even if its ending is none that X's library knows: a
 * post with an address costs more, and what it costs at most is what counts before it is sent.
 */
const WITH_SCHEME = /(?<![\w@#$./-])https?:\/\/[\w-]+\.[\w-]/iu

/**
 * Measures a text by X's own library. It is loaded for the first text only, since that takes a while.
 * @param most UTF-16 units: what is longer is not looked into, since the library's time grows with their square
 */
export async function measure(text: string, most: number): Promise<PostText> {
  if (text.length > most) return { weight: text.length, isBroken: false, hasLink: false, cashtags: 0 }
  const { default: library } = await import('twitter-text')
  return {
    weight: library.parseTweet(text).weightedLength,
    isBroken: library.hasInvalidCharacters(text),
    hasLink: WITH_SCHEME.test(text) || library.extractUrls(text).length > 0,
    cashtags: library.extractCashtags(text).length,
  }
}
