import { isHandle } from '../domain/handle.ts'
import { XmdError } from '../errors.ts'
import { shown } from './status-url.ts'

/**
 * A handle as people write it, with or without its @.
 * @throws XmdError `invalid_handle`
 */
export function parseHandle(text: string | undefined): string {
  const bare = text?.trim().replace(/^@/, '') ?? ''
  if (isHandle(bare)) return bare
  throw new XmdError('invalid_handle', `${shown(text ?? '')} is not a handle.`)
}
