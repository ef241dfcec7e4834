import type { Example } from './service.ts'

/** One request of the mixed work, and the status that it has to get. */
export interface Work {
  /** What it is one of, for figures. */
  kind: string
  method?: 'GET' | 'HEAD' | 'POST'
  path: string
  accept: string
  status: number
}

const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'
const BROWSER = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'

/** Posts whose readers come again and again. */
const POSTS = 60
const ACCOUNTS = 12

/**
 * What a service is asked for on a common day: posts in every form, accounts, lists, searches, documents for
 * programs, and requests that cannot be answered.
 * @param examples of the sandbox's world
 */
export function mixedWork(examples: readonly Example[]): Work[] {
  const readable = examples.filter(({ id, answers }) => id && answers.fxtwitter === 200)
  const posts = spread(readable, POSTS).flatMap(({ handle, id }): Work[] => [
    { kind: 'post', path: `/${handle}/status/${id}`, accept: MARKDOWN, status: 200 },
    { kind: 'post', path: `/${handle}/status/${id}?thread=off`, accept: BROWSER, status: 200 },
    { kind: 'post', path: `/api/v1/posts?handle=${handle}&id=${id}`, accept: JSON_TYPE, status: 200 },
    { kind: 'post', path: `/i/status/${id}?format=obsidian`, accept: '*/*', status: 200 },
    { kind: 'replies', path: `/api/v1/posts/${id}/replies`, accept: MARKDOWN, status: 200 },
    {
      kind: 'oembed',
      path: `/oembed?url=https://x.com/${handle}/status/${id}`,
      accept: JSON_TYPE,
      status: 200,
    },
  ])
  const handles = [...new Set(readable.map(({ handle }) => handle))].slice(0, ACCOUNTS)
  const accounts = handles.flatMap((handle): Work[] => [
    { kind: 'profile', path: `/${handle}`, accept: MARKDOWN, status: 200 },
    { kind: 'profile', path: `/api/v1/profiles/${handle}?format=json`, accept: '*/*', status: 200 },
    { kind: 'followers', path: `/${handle}/followers`, accept: MARKDOWN, status: 200 },
    { kind: 'feed', path: `/${handle}/feed.xml`, accept: '*/*', status: 200 },
  ])
  const searches = ['harbour', 'lighthouse', 'from:marta_brenkel', 'harbour -boat'].map(
    (q): Work => ({
      kind: 'search',
      path: `/search?q=${encodeURIComponent(q)}`,
      accept: MARKDOWN,
      status: 200,
    }),
  )
  const documents = ['/', '/api', '/openapi.json', '/llms.txt', '/docs', '/sitemap.xml', '/healthz'].map(
    (path): Work => ({ kind: 'document', path, accept: '*/*', status: 200 }),
  )
  const failures: Work[] = [
    { kind: 'failure', path: '/no/such/place', accept: '*/*', status: 404 },
    { kind: 'failure', path: '/api/v1/posts', accept: '*/*', status: 400 },
    { kind: 'failure', path: '/jack/status/20?thread=999', accept: '*/*', status: 400 },
    { kind: 'failure', path: '/jack/status/20', accept: 'image/png', status: 406 },
    { kind: 'failure', method: 'POST', path: '/jack/status/20', accept: '*/*', status: 405 },
    { kind: 'failure', path: '/search?q=', accept: '*/*', status: 400 },
    { kind: 'failure', path: '/search?q=harbour&cursor=nothing%20of%20ours', accept: '*/*', status: 400 },
  ]
  return shuffled([...posts, ...accounts, ...searches, ...documents, ...failures])
}

function spread<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, n) => items[Math.floor((n * items.length) / count)] as T)
}

/** The same order each time, with all kinds mixed. */
function shuffled<T>(items: readonly T[]): T[] {
  const step = [7919, 7907, 7901].find((prime) => items.length % prime !== 0) as number
  return items.map((_, n) => items[(n * step) % items.length] as T)
}
