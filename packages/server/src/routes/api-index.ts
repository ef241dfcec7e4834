import { discoveryLinks } from '../discovery/about.ts'
import { apiIndex, apiIndexMarkdown } from '../discovery/api-index.ts'
import { keptBy } from '../discovery/document.ts'
import { answer } from '../http/answer.ts'
import { MEDIA_TYPES, negotiator } from '../http/negotiate.ts'
import type { Site } from '../http/site.ts'
import type { Route } from '../http/surface.ts'

const OFFERS = ['json', 'markdown'] as const

/** `/api`: JSON for everybody but those who would rather have Markdown; `Accept` rules nobody out. */
export function apiIndexRoute(site: Site, needsKey: boolean): Route {
  const byAccept = negotiator(OFFERS)
  const write = (shape: (typeof OFFERS)[number]) =>
    keptBy((address: string) =>
      answer(
        shape === 'json'
          ? `${JSON.stringify(apiIndex(address, needsKey), null, 2)}\n`
          : apiIndexMarkdown(address, needsKey),
        {
          'Content-Type': MEDIA_TYPES[shape],
          Vary: 'Accept',
          'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
          Link: discoveryLinks(address),
        },
      ),
    )
  const [json, markdown] = [write('json'), write('markdown')]
  return (c) => (byAccept(c.req.header('accept')) === 'markdown' ? markdown : json)(site.of(c))
}
