import type { Part } from './model.ts'
import { plainParts } from './plain-text.ts'

/** Letters of these ranges count once against X's limit, all others twice (X's published configuration). */
const LIGHT = [
  [0x0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const
const LINK = 23

/** What ordinary posts may weigh; beyond it a post is a long one. */
export const ORDINARY_WEIGHT = 280

/** The weight of a body against X's limit; roughly, since X counts each emoji sequence as one. */
export function weight(body: Part[]): number {
  let sum = 0
  for (const part of body) {
    if (part.kind === 'link') sum += LINK
    else for (const char of plainParts([part])) sum += isLight(char.codePointAt(0)!) ? 1 : 2
  }
  return sum
}

function isLight(code: number): boolean {
  return LIGHT.some(([from, to]) => code >= from && code <= to)
}
