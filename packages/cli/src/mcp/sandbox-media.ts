import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for media that goes when it is let go of, or with the process. */
export function temporaryMedia(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'mcp-x-media-'))
  const remove = (): void => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.on('exit', remove)
  return { path, remove }
}
