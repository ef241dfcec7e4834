import type { Handing } from './layer.ts'

/**
 * Hosts that show a model the structured content of a result and nothing else, by the name that they give
 * themselves or the beginning of their User-Agent; docs/decisions/0006-structured-content.md has the sources.
 */
const SHOWS_ONLY_STRUCTURED = /^(?:claude-code|codex|visual studio code|vscode)(?![a-z])/i

/**
 * How posts are handed over to a client.
 * @param asked what was asked for by name; anything else is as good as nothing
 * @param names names of the client, as far as any are known
 */
export function handingFor(
  asked: string | null | undefined,
  ...names: (string | null | undefined)[]
): Handing {
  if (asked === 'full' || asked === 'lean') return asked
  return names.some((name) => name && SHOWS_ONLY_STRUCTURED.test(name)) ? 'full' : 'lean'
}
