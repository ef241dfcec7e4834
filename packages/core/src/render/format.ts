/** Numbers, dates and lengths as text. Never the machine's locale or zone: an archive has to last. */

/** 1234567 as 1,234,567. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1 reply`, `2 replies`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/**
 * An instant as `2025-03-12 22:44:33 UTC`.
 * @param value Unix seconds, or a date in any form that upstream uses
 */
export function formatDate(value: number | string | null | undefined): string | undefined {
  const iso = toIso(value)
  return iso && `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** An instant as ISO 8601 without milliseconds, or undefined for what is no date. */
export function toIso(value: number | string | null | undefined): string | undefined {
  const ms = toMs(value)
  return ms === undefined ? undefined : new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

/** ISO 8601 with a zone, or X's own form, `Wed Mar 12 22:44:33 +0000 2025`. */
const DATE =
  /^(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d? \d\d:\d\d:\d\d [+-]\d{4} \d{4})$/

/**
 * A date of upstream's as Unix milliseconds. Only its known forms are read: the language's own parser makes a
 * date of many other texts, in the zone of the machine.
 * @param value Unix seconds, or text
 */
export function toMs(value: number | string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string' && !DATE.test(value)) return undefined
  const ms = new Date(typeof value === 'number' ? value * 1000 : value).getTime()
  return Number.isNaN(ms) ? undefined : ms
}

/** Seconds as 0:29 or 1:02:03. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] ? parts : parts.slice(1)
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** A share with one decimal where it has one: 9.1%, 50%. */
export function formatPercentage(value: number): string {
  return `${Number.isFinite(value) ? Math.round(value * 10) / 10 : 0}%`
}
