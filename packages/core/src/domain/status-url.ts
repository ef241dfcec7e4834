/**
 * A post's permalink on X. Without a handle, `i` stands in: X redirects to the author.
 * @example statusUrl('20', 'jack') // https://x.com/jack/status/20
 */
export function statusUrl(id: string, handle = 'i'): string {
  return `https://x.com/${handle}/status/${id}`
}

export function profileUrl(handle: string): string {
  return `https://x.com/${handle}`
}

const STATUS_URL =
  /^https?:\/\/(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\/(?:i\/(?:web\/)?|\w{1,15}\/)status(?:es)?\/(\d{1,20})(?:[/?#]|$)/i

/** The post id in a permalink on X, or undefined when the address is something else. */
export function statusUrlId(url: string): string | undefined {
  return STATUS_URL.exec(url)?.[1]
}
