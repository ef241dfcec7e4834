import { HANDLE_PATTERN } from '../domain/handle.ts'
import { XmdError } from '../errors.ts'

/** What a permalink says. The handle is `i` where the link does not name the author. */
export interface StatusReference {
  handle: string
  id: string
}

const X_HOST = /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com$/
const STATUS_PATH =
  /^\/(?:i\/web\/status|([A-Za-z0-9_]{1,15})\/status)\/(\d{1,25})(?:\/(?:photo|video)\/[1-9]\d*)?\/?$/

/** The longest address that is read as one. */
const MAX_URL_LENGTH = 2048

/**
 * Reads the address of a post: on x.com or twitter.com, with www., mobile. or m., or on this service. The
 * query and the fragment do not matter; `/photo/1` and `/video/1` are the post they belong to.
 * @param ownHosts hosts of this service, whose paths are X's
 * @throws XmdError `invalid_url`, `unsupported_host` or `invalid_path`
 */
export function parseStatusUrl(text: string, ownHosts: readonly string[] = []): StatusReference {
  const url = parseUrl(text)
  const host = url.hostname.toLowerCase()
  if (!X_HOST.test(host) && !ownHosts.includes(host)) {
    throw new XmdError('unsupported_host', `${shown(host)} is not X; give an x.com or twitter.com permalink.`)
  }
  return parseStatusPath(url.pathname)
}

/** A path such as `/jack/status/20`. @throws XmdError `invalid_path` */
export function parseStatusPath(path: string): StatusReference {
  const match = STATUS_PATH.exec(path)
  if (!match) {
    throw new XmdError(
      'invalid_path',
      `${shown(path)} is not the path of a post, which is /{handle}/status/{id}.`,
    )
  }
  return { handle: match[1] ?? 'i', id: withoutLeadingZeros(match[2] as string) }
}

/** A handle, with or without its @, and an id. @throws XmdError `invalid_params` */
export function parseHandleAndId(handle: string | undefined, id: string | undefined): StatusReference {
  const bare = handle?.trim().replace(/^@/, '') ?? ''
  const digits = id?.trim() ?? ''
  if (!HANDLE_PATTERN.test(bare) || !/^\d{1,25}$/.test(digits)) {
    throw new XmdError(
      'invalid_params',
      'A post is named by `handle` (1 to 15 letters, digits or underscores) and `id` (digits only).',
    )
  }
  return { handle: bare, id: withoutLeadingZeros(digits) }
}

/** The code of a t.co link, or undefined for any other address. */
export function parseShortLink(text: string): string | undefined {
  return /^\s*https?:\/\/(?:www\.)?t\.co\/(\w{1,32})\/?(?:[?#]\S*)?\s*$/i.exec(text)?.[1]
}

function parseUrl(text: string): URL {
  const trimmed = text.trim()
  // People paste addresses as their browser shows them, without the scheme.
  const absolute = /^(?:(?:www|mobile|m)\.)?(?:x|twitter)\.com\//i.test(trimmed)
    ? `https://${trimmed}`
    : trimmed
  const url = absolute.length <= MAX_URL_LENGTH && URL.parse(absolute)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new XmdError('invalid_url', `${shown(trimmed)} is not an address of a post on X.`)
  }
  return url
}

function withoutLeadingZeros(id: string): string {
  return id.replace(/^0+(?=\d)/, '')
}

/** A caller's text in a message of ours: short, and without signs that a reader may take for syntax. */
export function shown(text: string): string {
  const plain = text.replace(/[\p{C}<>"'`\s]+/gu, ' ').trim()
  // By character: a cut must not leave half of one.
  return `"${plain.length > 80 ? `${[...plain].slice(0, 80).join('')}…` : plain}"`
}
