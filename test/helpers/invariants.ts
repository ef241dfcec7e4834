import { parseDocument } from 'yaml'
import type { Example } from './service.ts'

/** What no output may hold unless somebody on X wrote it. */
const FAULTS: readonly [string, RegExp][] = [
  ['a t.co link', /\bt\.co\//i],
  ['undefined', /\bundefined\b/],
  ['[object', /\[object/],
  ['NaN', /\bNaN\b/],
  ['a lone surrogate', /\p{Surrogate}/u],
]

/** Control characters, tab and line end apart: a terminal obeys them. */
const OBEYED = /[^\P{Control}\t\n]/u

/** Names what is wrong with a text; the authors' words are given, since they may look like faults. */
function faultsIn(text: string, words: string): string[] {
  return FAULTS.filter(([, pattern]) => pattern.test(text) && !pattern.test(words)).map(([name]) => name)
}

/** The same for text that is shown as it is, where no control character is anybody's to write. */
export function faultsInShown(text: string, words: string): string[] {
  return [...faultsIn(text, words), ...(OBEYED.test(text) ? ['a control character'] : [])]
}

/**
 * The same for every string of a JSON value. What upstream sent with its facets, before anything in it was
 * expanded, is allowed to be what it is.
 */
export function faultsInJson(value: unknown, words: string, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`]
  if (typeof value === 'string') {
    return faultsIn(value, words).map((fault) => `${path}: ${fault}`)
  }
  if (value === null || typeof value !== 'object') return []
  const isOriginal = 'facets' in value
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'facets' || (isOriginal && key === 'text') ? [] : faultsInJson(inner, words, `${path}.${key}`),
  )
}

export interface Note {
  frontMatter: Record<string, unknown>
  body: string
}

/** Splits an Obsidian note as Obsidian does. @throws when its front matter is not one YAML mapping */
export function readNote(note: string): Note {
  const match = /^---\n([\s\S]*?)\n---\n\n?/.exec(note)
  if (!match) throw new Error('No front matter')
  const document = parseDocument(match[1] ?? '', { strict: true, uniqueKeys: true })
  if (document.errors.length > 0) throw document.errors[0]
  const frontMatter: unknown = document.toJS()
  if (frontMatter === null || typeof frontMatter !== 'object' || Array.isArray(frontMatter)) {
    throw new Error('Front matter is no mapping')
  }
  return { frontMatter: frontMatter as Record<string, unknown>, body: note.slice(match[0].length) }
}

/** Every word of an example that somebody on X chose. */
export function wordsOf(example: Example): string {
  return JSON.stringify(example)
}
