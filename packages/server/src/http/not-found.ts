import type { XmdError } from '@x-md/core/errors.ts'
import type { Answer } from './answer.ts'
import { describeProblem, problemAnswer } from './problem.ts'

export function notFoundAnswer(
  error: XmdError,
  { site, target, accept }: { site: string; target: string; accept: string | undefined },
): Answer {
  return problemAnswer(describeProblem(error, { site, target }), { site, accept })
}
