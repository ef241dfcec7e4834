import type { Context } from '@x-md/core/operations/operation.ts'
import type { Command } from 'commander'
import { answer, type Io } from '../io.ts'
import { openContext } from '../open-context.ts'
import { untilStopped } from '../until-stopped.ts'

/** The sandbox's example that the demo shows: four posts by one author with a quote, a poll and a photo. */
const SHOWN_KIND = 'thread/short'

/** Words of the sandbox's world that some of its people write now and then. */
const SHOWN_QUERY = 'ferry -filter:replies'

/** What the demo posts. */
const SHOWN_TEXT = 'Fog until noon. The ferry waits for *nobody* 🚢'

export function addDemo(program: Command, io: Io): void {
  program
    .command('demo')
    .summary('see it work, with no network and no account')
    .description(
      'Starts a sandbox and the service on free ports, reads from them over HTTP, and stays for you to try it until Ctrl-C.',
    )
    .option('--once', 'show it and end')
    .action((flags: { once?: true }) => demo(io, flags.once === true))
}

async function demo(io: Io, once: boolean): Promise<void> {
  const { startServer } = await import('@x-md/server/start.ts')
  // Addresses of ours in the environment belong to another service than this one.
  const env = { ...io.env, X_MD_PUBLIC_URL: undefined }
  const { context, sandbox, close } = await openContext({ env, sandbox: true, quiet: true })
  if (!sandbox) throw new Error('No sandbox was started')
  const server = await startServer(context, { host: '127.0.0.1', port: 0 })
  const shutDown = async (): Promise<void> => {
    await server.close()
    await close()
  }
  try {
    await show(io, context, { sandbox: sandbox.url, service: server.url })
  } catch (error) {
    await shutDown()
    throw error
  }
  if (once) return shutDown()
  await answer(io, '\nBoth run until you press Ctrl-C.')
  await untilStopped(shutDown)
}

interface Addresses {
  sandbox: string
  service: string
}

async function show(io: Io, context: Context, addresses: Addresses): Promise<void> {
  const { sandbox, service } = addresses
  const { handle, id, url } = await findExample(sandbox)
  const path = `/${handle}/status/${id}`
  await heading(io, 'A sandbox X and the service, both on this machine only')
  await answer(io, `sandbox  ${sandbox}\nservice  ${service}`)
  await heading(io, 'The first post on X: GET /jack/status/20')
  await answer(io, await read(`${service}/jack/status/20`))
  await heading(io, `A thread with a quote, a poll and a photo: GET ${path}`)
  await answer(io, await read(`${service}${path}`))
  for (const [title, place] of [
    ['An account and its newest posts', `/${handle}?limit=3`],
    ['A search', `/search?q=${encodeURIComponent(SHOWN_QUERY)}&limit=3`],
  ]) {
    await heading(io, `${title}: GET ${place}`)
    await answer(io, await read(service + place))
  }
  const history = `/${handle}/posts?max_posts=500`
  await heading(io, `A whole history in one request: GET ${history}`)
  await answer(io, describeImport(await read(service + history)))
  await showWrite(io, context, addresses)
  await heading(io, 'Try it, from another terminal in this folder')
  await answer(
    io,
    [
      `curl -s '${service}${path}?full=true'`,
      `curl -s -H 'Accept: application/json' ${service}/jack/status/20`,
      `curl -s '${service}/${handle}/followers?format=json'`,
      `npx x-md read ${url} --sandbox --format obsidian`,
    ].join('\n'),
  )
}

/** A post that is written with the sandbox's keys, seen by everybody, and taken back. */
async function showWrite(io: Io, context: Context, { sandbox, service }: Addresses): Promise<void> {
  const { postCreate } = await import('@x-md/core/operations/x/posts/create.ts')
  const { postDelete } = await import('@x-md/core/operations/x/posts/interactions.ts')
  const input = { text: SHOWN_TEXT }
  await heading(io, 'A post, in the name of an account: x_post_create')
  await context.x?.owner()
  await answer(io, `before  ${JSON.stringify(await postCreate.run({ ...input, dry_run: true }, context))}`)
  const made = await postCreate.run(input, context)
  await answer(io, `after   ${JSON.stringify(made)}`)
  const path = new URL(String(made.url)).pathname
  await heading(io, `What everybody can read of it: GET ${path}`)
  await answer(io, await read(service + path))
  const id = String(made.id)
  await heading(io, 'And gone again: x_post_delete')
  await answer(io, JSON.stringify(await postDelete.run({ id }, context)))
  const { status } = await fetch(`${sandbox}/fxtwitter/2/status/${id}`, {
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; x-md demo)' },
  })
  const { total } = (await (await fetch(`${sandbox}/_sandbox/billing`)).json()) as { total: number }
  await answer(io, `\nThe free door answers ${status} now. ${billed(total)}`)
}

function billed(total: number): string {
  return `The sandbox's bill is $${total.toFixed(3)}, $0.010 of it to learn whose keys they are; nobody pays it.`
}

function describeImport(json: string): string {
  const { meta } = JSON.parse(json) as {
    meta: { count: number; oldest: string; newest: string; pages: number; duration_ms: number }
  }
  const days = `${meta.oldest.slice(0, 10)} to ${meta.newest.slice(0, 10)}`
  return `${meta.count} posts of ${days}, from ${meta.pages} pages in ${meta.duration_ms} ms, and kept for the next time`
}

function heading(io: Io, text: string): Promise<void> {
  return answer(io, `\n=== ${text} ===\n`)
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/markdown' } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return text
}

interface NamedExample {
  kind: string
  handle: string
  id: string
  url: string
}

async function findExample(sandbox: string): Promise<NamedExample> {
  const response = await fetch(`${sandbox}/_sandbox/world`)
  const { examples } = (await response.json()) as { examples: NamedExample[] }
  const example = examples.find(({ kind }) => kind === SHOWN_KIND)
  if (!example) throw new Error(`The sandbox names no ${SHOWN_KIND}`)
  return example
}
