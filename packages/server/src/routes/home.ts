import { VERSION } from '@x-md/core/config.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { READER_POLICY, readerHtml } from '@x-md/core/render/reader-html.ts'
import { answer } from '../http/answer.ts'
import { ENDPOINTS } from '../http/endpoints.ts'
import { MEDIA_TYPES, negotiate, type Representation } from '../http/negotiate.ts'
import type { Route } from '../http/surface.ts'

const ABOUT = 'Posts on X (Twitter) as Markdown and JSON. Read-only; no key is needed.'

/** What stands at `/`: the routes that exist, each with an address that works. */
export function homeRoute(publicUrl: () => string): Route {
  return (c) => {
    const shape = negotiate(c.req.header('accept'), ['markdown', 'json', 'html', 'text'])
    if (!shape)
      throw new XmdError('not_acceptable', 'The index is given as Markdown, JSON, HTML or plain text.')
    return answer(index(shape, publicUrl()), {
      'Content-Type': MEDIA_TYPES[shape],
      Vary: 'Accept',
      'Cache-Control': 'public, max-age=300',
      ...(shape === 'html' && { 'Content-Security-Policy': READER_POLICY }),
    })
  }
}

function index(shape: Representation, site: string): string {
  if (shape === 'json') {
    const endpoints = ENDPOINTS.map((endpoint) => ({
      method: 'GET',
      ...endpoint,
      example: site + endpoint.example,
    }))
    return JSON.stringify({ name: 'x.md', version: VERSION, description: ABOUT, endpoints })
  }
  const list = ENDPOINTS.map(
    ({ path, description, example }) => `- \`GET ${path}\`: ${description}\n  <${site}${example}>`,
  )
  const markdown = `# x.md\n\n${ABOUT}\n\n${list.join('\n')}\n`
  return shape === 'html' ? readerHtml({ title: 'x.md', markdown }) : markdown
}
