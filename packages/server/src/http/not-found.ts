import type { XmdError } from '@x-md/core/errors.ts'
import { single, words } from '@x-md/core/render/pieces.ts'
import { ENDPOINTS } from '../discovery/endpoints.ts'
import { PAGE_POLICY, pageHtml } from '../pages/page-html.ts'
import { type Answer, answer } from './answer.ts'
import { MEDIA_TYPES, negotiate, type Representation } from './negotiate.ts'
import { describeProblem, type Problem, type ProblemLink, problemAnswer } from './problem.ts'
import { queryOptions } from './query.ts'

/** Where to go on from a path that leads nowhere: what tells of this service, and the paths that X has, too. */
export function lostLinks(site: string): ProblemLink[] {
  const at = (label: string, path: string): ProblemLink => ({ label, href: site + path })
  return [
    at('Home', '/'),
    at('Documentation', '/docs'),
    at('Sitemap', '/sitemap.xml'),
    at('llms.txt index', '/llms.txt'),
    at('openapi', '/openapi.json'),
    at('API index', '/api'),
    ...ENDPOINTS.filter(({ surface }) => surface === 'permalink').map(({ summary, example }) =>
      at(summary, example),
    ),
  ]
}

/** Where an agent that has lost its way finds out about this service. */
const DISCOVERY =
  '</404.md>; rel="alternate"; type="text/markdown", </sitemap.xml>; rel="sitemap", </llms.txt>; rel="describedby", </openapi.json>; rel="service-desc", </.well-known/api-catalog>; rel="api-catalog"'

/**
 * A 404, the one failure with several representations: a dead end, so it says where to go on in the form that
 * was asked for. Nothing is unacceptable to it; without a wish it is JSON for a client of the API, and
 * Markdown for a path that nobody knows.
 */
export function notFoundAnswer(
  error: XmdError,
  { site, target, accept }: { site: string; target: string; accept: string | undefined },
): Answer {
  const links = lostLinks(site)
  const problem = describeProblem(error, { site, target, links })
  const headers: Record<string, string> =
    error.code === 'route_not_found'
      ? { 'Cache-Control': 'public, max-age=0, must-revalidate', Link: DISCOVERY }
      : {}
  const asJson = problemAnswer(problem, { site, accept, headers })
  const shape = representation(error, target, accept)
  if (shape === 'json') return asJson
  const markdown = problemMarkdown(problem)
  const isPage = shape === 'html'
  return answer(
    isPage
      ? pageHtml(markdown, { title: problem.title, description: problem.resolution, nav: [] })
      : markdown,
    {
      ...asJson.headers,
      'Content-Type': MEDIA_TYPES[shape],
      ...(isPage && { 'Content-Security-Policy': PAGE_POLICY }),
    },
    { status: problem.status },
  )
}

function representation(error: XmdError, target: string, accept: string | undefined): Representation {
  if (queryOptions(target).format?.trim().toLowerCase() === 'json') return 'json'
  if (accept && /\bapplication\/problem\+json\b/i.test(accept)) return 'json'
  const isApi = error.code !== 'route_not_found' || /^\/api(?:[/?]|$)/.test(target)
  return isApi
    ? (negotiate(accept, ['json', 'markdown', 'html', 'text']) ?? 'json')
    : (negotiate(accept, ['markdown', 'json', 'html', 'text']) ?? 'markdown')
}

function problemMarkdown({ status, title, detail, resolution, links = [] }: Problem): string {
  return `# ${status}: ${title}

${single([words(detail)], 'markdown')}

${resolution}

${links.map(({ label, href }) => `- [${label}](${href})`).join('\n')}
`
}
