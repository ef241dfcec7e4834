import { ERRORS, type ErrorCode, type ErrorEntry, type XmdError } from '@x-md/core/errors.ts'
import { type Answer, answer } from './answer.ts'
import { problemMediaType } from './negotiate.ts'

export interface ProblemLink {
  readonly label: string
  readonly href: string
}

/** An RFC 9457 problem document, its keys in the order that clients of the API know. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: ErrorCode
  resolution: string
  documentation_url: string
  /** The same as `detail`, for clients of an older shape. */
  error: string
  retry_after?: number
  links?: readonly ProblemLink[]
}

/**
 * Describes a failure of one request.
 * @param site address of this service, without a trailing slash
 * @param target path and query of the request
 */
export function describeProblem(
  failure: Pick<XmdError, 'code' | 'message' | 'retryAfter'>,
  { site, target, links }: { site: string; target: string; links?: readonly ProblemLink[] },
): Problem {
  const { status, title, resolution }: ErrorEntry = ERRORS[failure.code]
  const detail = sanitise(failure.message)
  return {
    type: `${site}/docs/reliability#${failure.code.replaceAll('_', '-')}`,
    title,
    status,
    detail,
    instance: URL.parse(site + target)?.href ?? site,
    code: failure.code,
    resolution,
    documentation_url: `${site}/docs/reliability#errors`,
    error: detail,
    ...(failure.retryAfter !== undefined && { retry_after: failure.retryAfter }),
    ...(links && { links }),
  }
}

/** A problem document as an answer that nobody keeps. */
export function problemAnswer(
  problem: Problem,
  options: { site: string; accept: string | undefined; headers?: Readonly<Record<string, string>> },
): Answer {
  return answer(
    `${JSON.stringify(problem, null, 2)}\n`,
    {
      'Content-Type': problemMediaType(options.accept),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      Link: `<${options.site}/docs/reliability#errors>; rel="help", <${options.site}/openapi.json>; rel="service-desc"`,
      ...(problem.retry_after !== undefined && { 'Retry-After': String(problem.retry_after) }),
      ...options.headers,
    },
    { status: problem.status },
  )
}

const MAX_DETAIL = 400

/** A detail may repeat what a caller sent: one line without signs that a log or a page could take for more. */
function sanitise(text: string): string {
  const line = text
    .replace(/[\p{C}<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_DETAIL) return line
  return `${line.slice(0, MAX_DETAIL - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
