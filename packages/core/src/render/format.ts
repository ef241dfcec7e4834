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
  if (value === null || value === undefined || value === '') return undefined
  const date = new Date(typeof value === 'number' ? value * 1000 : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/\.\d{3}Z$/, 'Z')
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
