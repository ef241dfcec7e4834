import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether what was named for an import is an account archive and no account: a `.zip`, or a folder written as one, with
 * a dot or a slash, which no handle has. A bare word is a handle, whatever folders there are.
 */
export function isArchivePath(named: string): boolean {
  if (/^https?:/i.test(named)) return false
  if (/\.zip$/i.test(named)) return true
  return /[./\\]/.test(named)
}

/** Whether a folder of a handle's name holds an account archive, which may have been meant. */
export function looksLikeArchive(folder: string): boolean {
  return existsSync(join(folder, 'data', 'account.js'))
}
