const HANDLE_AND_ID = /^@?(\w{1,15})\/(?:status\/)?(\d{1,25})$/

/**
 * Reads how people name a post on a command line: a permalink, a t.co link, `jack/20`, `@jack/20`,
 * `jack/status/20` or a bare id. What is none of these is passed on as an address, whose parser has the words
 * for what is wrong with it.
 */
export function postTarget(text: string): { url: string } | { handle: string; id: string } {
  const trimmed = text.trim()
  if (/^\d{1,25}$/.test(trimmed)) return { handle: 'i', id: trimmed }
  const [, handle, id] = HANDLE_AND_ID.exec(trimmed) ?? []
  if (handle && id) return { handle, id }
  return { url: /^(?:www\.)?t\.co\//i.test(trimmed) ? `https://${trimmed}` : trimmed }
}
