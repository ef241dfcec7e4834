import { XmdError } from '../errors.ts'
import { shown } from './status-url.ts'

/** Options that all list routes share. */

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** How many items: what is not a positive whole number is the default, what is too large the maximum. */
export function parseLimit(text: string | undefined): number {
  const value = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : 0
  return value < 1 ? DEFAULT_LIMIT : Math.min(value, MAX_LIMIT)
}

/** Which page: what is not a positive whole number is the first. However large, it is the caller's to bound. */
export function parsePage(text: string | undefined): number {
  return /^\s*\d+\s*$/.test(text ?? '') ? Math.max(1, Number(text)) : 1
}

/**
 * A count that has a largest value.
 * @returns undefined where it is absent or empty
 * @throws XmdError `invalid_option`
 */
export function parseCount(text: string | undefined, name: string, max: number): number | undefined {
  const value = text?.trim()
  if (!value) return undefined
  const count = /^\d{1,6}$/.test(value) ? Number(value) : 0
  if (count >= 1 && count <= max) return count
  throw new XmdError('invalid_option', `${name}=${shown(value)} is not a whole number from 1 to ${max}.`)
}

/** List routes take four words for a truth value. @throws XmdError `invalid_option` */
export function parseBrowseFlag(text: string | undefined, name: string, fallback = false): boolean {
  const value = text?.trim().toLowerCase()
  if (!value) return fallback
  if (value === 'false' || value === '0') return false
  if (value === 'true' || value === '1') return true
  throw new XmdError('invalid_option', `${name}=${shown(value)} is not known; use true or false.`)
}

/** @throws XmdError `invalid_format` */
export function parseBrowseFormat(text: string | undefined): 'markdown' | 'json' | undefined {
  const value = text?.trim().toLowerCase()
  if (!value) return undefined
  if (value === 'markdown' || value === 'json') return value
  throw new XmdError('invalid_format', `format=${shown(value)} is not known here; use markdown or json.`)
}
