import type { Answer } from './answer.ts'
import { describeProblem, problemAnswer } from './problem.ts'

/** The answer to a request whose target and Host make no address, so that no route can be looked for. */
export function unreadableAnswer(site: string): Answer {
  const failure = {
    code: 'invalid_option',
    message: 'The target of the request and its Host header make no address: correct them, and ask again.',
    retryAfter: undefined,
  } as const
  return problemAnswer(describeProblem(failure, { site, target: '/' }), { site, accept: undefined })
}
