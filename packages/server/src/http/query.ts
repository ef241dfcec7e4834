import { XmdError } from '@x-md/core/errors.ts'
import type { TextOptions } from '@x-md/core/request/post-request.ts'
import { shown } from '@x-md/core/request/status-url.ts'

/** The longest value of an option, in characters: the longest address that browsers agree on. */
const MAX_VALUE = 2048

/**
 * The options in an address's query. A key that is given twice counts as absent: neither value can be known
 * to be the meant one.
 */
export function queryOptions(url: string): Record<string, string | undefined> {
  const options: Record<string, string | undefined> = {}
  const at = url.indexOf('?')
  if (at < 0 || at === url.length - 1) return options
  for (const [key, value] of new URLSearchParams(url.slice(at))) {
    options[key] = Object.hasOwn(options, key) ? undefined : value
  }
  return options
}

/** The format that was asked for by name, which goes before Accept; one without a sign in it names none. */
export function namedFormat({ format }: TextOptions): string | undefined {
  return format?.trim().toLowerCase() || undefined
}

/** @throws XmdError `invalid_option` for a value that no option can have */
export function refuseLongValues(options: TextOptions): void {
  for (const key in options) {
    if ((options[key]?.length ?? 0) > MAX_VALUE) {
      throw new XmdError('invalid_option', `${shown(key)} is longer than ${MAX_VALUE} characters.`)
    }
  }
}

/** The path of an absolute address, as it was written, and with its query. */
export function pathOf(url: string): { path: string; target: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const target = start < 0 ? '/' : url.slice(start)
  const query = target.indexOf('?')
  return { path: query < 0 ? target : target.slice(0, query), target }
}
