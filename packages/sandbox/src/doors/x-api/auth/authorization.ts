import type { Parameter } from './base-string.ts'

/**
 * The parameters of an `Authorization: OAuth …` header, decoded, in order; `realm`, which is not signed, left out.
 * Undefined for any other header, or one with a part that is no `name="value"`.
 */
export function readAuthorization(header: string): Parameter[] | undefined {
  const list = /^OAuth\s+(.*)$/is.exec(header)?.[1]
  if (list === undefined) return undefined
  const parameters: Parameter[] = []
  for (const part of list.split(',')) {
    if (part.trim() === '') continue
    const [, name, value] = /^\s*([^\s=]+)\s*=\s*"([^"]*)"\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined) return undefined
    if (name.toLowerCase() === 'realm') continue
    try {
      parameters.push([decodeURIComponent(name), decodeURIComponent(value)])
    } catch {
      return undefined
    }
  }
  return parameters
}
