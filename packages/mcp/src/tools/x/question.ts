import type { shown } from '@x-md/core/operations/x/account-operation.ts'
import { cleanText, closeDirections } from '@x-md/core/render/clean-text.ts'

/**
 * What a person is asked before something is sent: in whose name, what exactly, and what it costs at most. Every text
 * that is sent stands behind `> `, so that none can pass for a part of the question.
 */
export function questionFor(title: string, username: string, plan: ReturnType<typeof shown>): string {
  const { method, path, body, would_cost_usd } = plan
  const fields = body === undefined ? [] : linesOf('', body)
  return [
    `${title}, as @${cleanText(username)}?`,
    `${method} ${path}`,
    ...fields,
    `Costs at most $${would_cost_usd.toFixed(3)}.`,
  ].join('\n')
}

/** One line for each value, by its path; a text has lines of its own. */
function linesOf(path: string, value: unknown): string[] {
  if (typeof value === 'string') return textLines(path, value)
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`]
  return Object.entries(value).flatMap(([key, part]) => linesOf(path ? `${path}.${key}` : key, part))
}

function textLines(path: string, text: string): string[] {
  const clean = cleanText(text)
  const hidden = clean === text.replaceAll('\r\n', '\n') ? [] : ['(with characters that cannot be seen)']
  return [`${path}:`, ...clean.split('\n').map((line) => `> ${closeDirections(line)}`), ...hidden]
}
