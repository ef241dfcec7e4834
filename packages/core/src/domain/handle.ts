import { z } from 'zod'

/** An X handle without its `@`: 1 to 15 letters, digits or underscores. Case does not matter to X. */
export const HANDLE_PATTERN = /^[A-Za-z0-9_]{1,15}$/

/**
 * A handle as upstream gives it. Some of the first accounts have longer ones than can be taken today.
 */
export const Handle = z.string().regex(/^\w{1,32}$/)

export function isHandle(text: string): boolean {
  return HANDLE_PATTERN.test(text)
}

export function sameHandle(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
