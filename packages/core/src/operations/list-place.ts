import type { Provider } from '../providers/provider.ts'
import { type Position, readCursor, START } from '../request/cursor.ts'

/**
 * Which source to read a list from, and from where on: the one that a cursor names, else the first.
 * @param providers those that have such lists
 * @throws XmdError `invalid_option` for a cursor of something else
 */
export function placeOf<P extends Provider>(
  providers: readonly P[],
  cursor: string | undefined,
  question: string,
): { provider: P; position: Position } {
  const [first] = providers
  if (!first) throw new Error('No provider has such lists')
  if (cursor === undefined) return { provider: first, position: START }
  const scope = { sources: providers.map(({ name }) => name), question }
  const { source, position } = readCursor(cursor, scope)
  return { provider: providers.find(({ name }) => name === source) as P, position }
}
