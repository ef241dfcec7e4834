import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { openStore } from '@x-md/core/stores/open-store.ts'
import type { Store } from '@x-md/core/stores/store.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { startServer } from './start.ts'

export interface Example {
  kind: string
  handle: string
  id: string
  url: string
  text: string
}

export interface Service {
  url: string
  sandbox: string
  context: Context
  /** Posts of the sandbox's world by what they show, such as `media/video`. */
  example(kind: string): Example
  examples: readonly Example[]
  /** Asks the service; redirects are not followed. */
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>
  close(): Promise<void>
}

/**
 * The real thing on free ports: a sandbox for X, and the service in front of it.
 * @param options.store what it keeps, where the environment names a store that is not there
 * @param options.now a clock for the service, Unix milliseconds, where a test must not meet the end of a window
 */
export async function startService(
  env: Record<string, string> = {},
  { now = Date.now, store, ...options }: { graceMs?: number; now?: () => number; store?: Store } = {},
): Promise<Service> {
  const sandbox = await startSandbox()
  const config = loadConfig({
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    TCO_BASE_URL: `${sandbox.url}/t.co`,
    X_WEB_BASE_URL: `${sandbox.url}/x-web`,
    FIRECRAWL_BASE_URL: `${sandbox.url}/firecrawl`,
    CONTEXT_DEV_BASE_URL: `${sandbox.url}/contextdev`,
    X_MD_DATA_DIR: ':memory:',
    LOG_LEVEL: 'silent',
    // Tests make many calls from one address.
    X_MD_RATE_LIMITS: 'false',
    ...env,
  })
  const { context, close } = createContext(config, {
    now,
    store: store ?? (await openStore(config, { now })),
  })
  const server = await startServer(context, { host: '127.0.0.1', port: 0, ...options })
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  const { examples } = world
  return {
    url: server.url,
    sandbox: sandbox.url,
    context,
    examples,
    example(kind) {
      const found = examples.find((example) => example.kind === kind)
      if (!found) throw new Error(`The world has no ${kind}`)
      return found
    },
    get: (path, headers = {}, method = 'GET') =>
      fetch(server.url + path, { method, headers, redirect: 'manual' }),
    async close() {
      await server.close()
      await close()
      await sandbox.close()
    },
  }
}
