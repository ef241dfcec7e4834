import {
  elementsOf,
  firstFence,
  readableLines,
  shownText,
  toGitHubHtml,
  toHtml,
  withLinks,
} from './read-back.ts'
import type { Example } from './service.ts'

/** Compares a post's fence with the words and links that the world says. */
export function fenceFaults(example: Example, markdown: string): string[] {
  const fence = firstFence(toHtml(markdown))
  if (fence === undefined) return [`no heading and source: ${markdown.slice(0, 200)}`]
  const faults: string[] = []
  const expected = readableLines(withLinks(example.text, example.links)).map(closeDots)
  const shown = readableLines(shownText(fence)).map(closeDots)
  if (shown.join('\n') !== expected.join('\n')) {
    faults.push(`shows ${JSON.stringify(shown)}\n  not ${JSON.stringify(expected)}`)
  }
  const allowed = new Set(['p', 'br', 'a', ...(example.long ? ['strong', 'em'] : [])])
  const onGitHub = firstFence(toGitHubHtml(markdown)) ?? ''
  const strange = [...elementsOf(fence), ...elementsOf(onGitHub)].filter((name) => !allowed.has(name))
  if (strange.length > 0) faults.push(`structure that the author did not write: ${strange.join(', ')}`)
  return faults
}

/** Where X cut a repost inside a link, the space before the dots is nobody's word. */
function closeDots(line: string): string {
  return line.replace(/ …$/, '…')
}
