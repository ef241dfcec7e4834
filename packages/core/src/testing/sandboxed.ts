import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { expect } from 'vitest'
import { loadConfig } from '../config.ts'
import { createContext } from '../operations/create-context.ts'

/** A sandbox, and a context that reads from it by its clock. */
export async function startSandboxed(env: Record<string, string> = {}) {
  const sandbox = await startSandbox()
  const config = loadConfig({
    FXTWITTER_BASE_URL: `${sandbox.url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${sandbox.url}/syndication`,
    X_WEB_BASE_URL: `${sandbox.url}/x-web`,
    FIRECRAWL_BASE_URL: `${sandbox.url}/firecrawl`,
    CONTEXT_DEV_BASE_URL: `${sandbox.url}/contextdev`,
    X_API_BASE_URL: `${sandbox.url}/x-api`,
    X_API_KEY: APP.key,
    X_API_KEY_SECRET: APP.secret,
    X_ACCESS_TOKEN: USER_TOKENS[0]?.token ?? '',
    X_ACCESS_TOKEN_SECRET: USER_TOKENS[0]?.secret ?? '',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const { context, close } = createContext(config, { now: () => sandbox.world.now })
  return {
    context,
    world: sandbox.world,
    url: sandbox.url,
    /** Replaces the faults of the sandbox. */
    async faults(list: readonly Record<string, unknown>[]): Promise<void> {
      const response = await fetch(`${sandbox.url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(list),
      })
      expect(response.status, await response.text()).toBeLessThan(300)
    },
    /** What the X API has cost here, in US dollars. */
    async bill(): Promise<number> {
      return ((await (await fetch(`${sandbox.url}/_sandbox/billing`)).json()) as { total: number }).total
    },
    /** Sets how the door of the X API behaves. */
    async xApi(settings: Readonly<Record<string, unknown>>): Promise<void> {
      const response = await fetch(`${sandbox.url}/_sandbox/x-api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      })
      expect(response.status, await response.text()).toBeLessThan(300)
    },
    /** What the world says of itself. */
    async truth<T>(path: string): Promise<T> {
      return (await (await fetch(`${sandbox.url}/_sandbox/world/${path}`)).json()) as T
    },
    /** Paths that were asked for since the last call. */
    async requests(): Promise<string[]> {
      const log = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string }[]
      return log.map(({ path }) => path)
    },
    async close(): Promise<void> {
      await close()
      await sandbox.close()
    },
  }
}
