import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Reads a page of `docs/`, as it is in the file. A build that has no files beside it puts all of them in here.
 * @throws Error when it is missing
 */
export function readDoc(slug: string): string {
  return readFileSync(new URL(`${slug}.md`, docsFolder()), 'utf8')
}

/** `docs/` of the package that this file is part of, or of the checkout around it. */
function docsFolder(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const docs = new URL('docs/', folder)
    if (existsSync(new URL('agents.md', docs))) return docs
    if (folder.pathname === '/') throw new Error(`No docs folder above ${fileURLToPath(import.meta.url)}`)
  }
}
