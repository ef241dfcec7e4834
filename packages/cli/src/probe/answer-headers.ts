import type { Exchange } from './exchange.ts'
import { shownHeader } from './redact.ts'

const GROUPS = {
  auth: /^(?:www-authenticate|proxy-authenticate)$/,
  cache: /^(?:cache-control|etag|expires|age|vary|last-modified)$/,
  cors: /^access-control-/,
  limits: /^(?:(?:x-)?ratelimit(?:-.*)?|x-rate-limit-.*|retry-after)$/,
  session: /^mcp-/,
  server: /^(?:server|via|x-powered-by|allow|x-accel-buffering)$/,
} as const

/** Values of one header that are told at most; a counter has a new one in each answer. */
const VALUES = 3

export interface AnswerHeader {
  group: keyof typeof GROUPS
  name: string
  /** Different ones, in the order in which they came. */
  values: string[]
  /** Answers that had it. */
  answers: number
}

/** The headers that say how a server treats its clients, over all its answers. */
export function answerHeaders(exchanges: readonly Exchange[]): AnswerHeader[] {
  const found = new Map<string, AnswerHeader>()
  for (const { http } of exchanges) {
    for (const [name, sent] of Object.entries(http?.headers ?? {})) {
      const group = groupOf(name)
      if (!group) continue
      const header = found.get(name) ?? { group, name, values: [], answers: 0 }
      const value = shownHeader(name, sent)
      header.answers++
      if (header.values.length < VALUES && !header.values.includes(value)) header.values.push(value)
      found.set(name, header)
    }
  }
  const order = (text: string, than: string): number => (text < than ? -1 : text > than ? 1 : 0)
  return [...found.values()].sort((a, b) => order(a.group, b.group) || order(a.name, b.name))
}

function groupOf(name: string): AnswerHeader['group'] | undefined {
  const groups = Object.keys(GROUPS) as AnswerHeader['group'][]
  return groups.find((group) => GROUPS[group].test(name))
}
