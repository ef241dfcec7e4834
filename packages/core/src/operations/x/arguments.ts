import { isHandle } from '../../domain/handle.ts'
import { AccountError } from '../../errors.ts'

/** @throws AccountError `invalid_argument` */
export function idOf(given: string, name: string): string {
  const id = given.trim()
  if (/^[0-9]{1,19}$/.test(id)) return id
  throw new AccountError('invalid_argument', `Invalid ${name}: an id is 1 to 19 digits.`)
}

/** A username without its @. @throws AccountError `invalid_argument` */
export function usernameOf(given: string): string {
  const username = given.trim().replace(/^@/, '')
  if (isHandle(username)) return username
  throw new AccountError('invalid_argument', 'Invalid username: 1 to 15 letters, digits or underscores.')
}
