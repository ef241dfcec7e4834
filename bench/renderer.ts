import { isPost, type ThreadItem } from '@x-md/core/domain/post.ts'
import { toThreadItem } from '@x-md/core/providers/fxtwitter/to-domain.ts'
import { conversationMarkdown } from '@x-md/core/render/conversation-markdown.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import type { Row } from './run.ts'

const SECONDS = 3

/**
 * Posts that are decoded and rendered in a second, on the world's mix: one of each kind that it names, which
 * is harder than a timeline. The measure beside it is what JSON alone costs for the same posts.
 */
export async function renderer(): Promise<Row[]> {
  const bodies = await worldsPosts()
  const posts = bodies.flatMap((body) => toThreadItem((JSON.parse(body) as { status: unknown }).status) ?? [])
  const options = { flavour: 'markdown', full: true, now: Date.now(), userinfo: 'off', warnings: [] } as const
  const render = (items: readonly ThreadItem[]) => {
    for (const item of items) conversationMarkdown([item], options)
  }
  const rendered = perSecond(posts.length, () => render(posts))
  const decoded = perSecond(posts.length, () => {
    for (const body of bodies) toThreadItem((JSON.parse(body) as { status: unknown }).status)
  })
  const json = perSecond(posts.length, () => {
    for (const body of bodies) JSON.stringify(JSON.parse(body))
  })
  return [
    {
      what: 'posts rendered to full Markdown',
      measured: `${rendered} a second, ${ratio(rendered, json)} of JSON parse and stringify`,
    },
    {
      what: 'posts parsed, checked and converted',
      measured: `${decoded} a second, ${ratio(decoded, json)} of JSON parse and stringify`,
    },
    { what: 'posts in the mix', measured: `${posts.filter(isPost).length}` },
  ]
}

/** The upstream answers of all examples that have a post. */
async function worldsPosts(): Promise<string[]> {
  const sandbox = await startSandbox()
  const get = (path: string) => fetch(`${sandbox.url}${path}`, { headers: { 'user-agent': 'x-md-bench' } })
  const { examples } = (await (await get('/_sandbox/world')).json()) as { examples: { id?: string }[] }
  const bodies: string[] = []
  for (const { id } of examples) {
    const answer = id && (await get(`/fxtwitter/2/status/${id}`))
    if (answer && answer.status === 200) bodies.push(await answer.text())
  }
  await sandbox.close()
  return bodies
}

function perSecond(count: number, run: () => void): number {
  run()
  const start = performance.now()
  let runs = 0
  while (performance.now() - start < SECONDS * 1000) {
    run()
    runs++
  }
  return Math.round((runs * count * 1000) / (performance.now() - start))
}

function ratio(a: number, b: number): string {
  return `${Math.round((a / b) * 100)} %`
}
