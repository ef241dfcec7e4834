import { XmdError } from '../errors.ts'
import { shown } from './status-url.ts'

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Reads an instant: an ISO date (its first moment, UTC), an ISO date and time (UTC unless it names a zone), or
 * a Unix timestamp of 9 to 13 digits, where up to 10 are seconds and more are milliseconds.
 * @param name of the option, for the message
 * @returns Unix milliseconds, or undefined when none is given
 * @throws XmdError `invalid_option`
 */
export function parseInstant(text: string | undefined, name: string): number | undefined {
  const value = text?.trim()
  if (!value) return undefined
  const ms = /^\d{9,13}$/.test(value) ? Number(value) * (value.length <= 10 ? 1000 : 1) : fromIso(value)
  if (ms !== undefined) return ms
  throw new XmdError(
    'invalid_option',
    `${name}=${shown(value)} is no date; use 2025-03-31, 2025-03-31T12:00:00Z or a Unix timestamp.`,
  )
}

function fromIso(text: string): number | undefined {
  const [, day, time, zone = 'Z'] = DATE_TIME.exec(text) ?? []
  if (!day) return undefined
  const ms = Date.parse(time ? `${day}T${time}${zone.toUpperCase()}` : `${day}T00:00:00Z`)
  // The 31st of a month that has none would be the first of the next.
  const exists = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8))
  return Number.isNaN(ms) || !exists ? undefined : ms
}
