import { type Config, loadConfig, type VariableName } from '@x-md/core/config.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The doors of a sandbox, as the environment would name them. */
export function sandboxBases(url: string) {
  return {
    FXTWITTER_BASE_URL: `${url}/fxtwitter`,
    SYNDICATION_BASE_URL: `${url}/syndication`,
    TCO_BASE_URL: `${url}/t.co`,
    X_WEB_BASE_URL: `${url}/x-web`,
    CONTEXT_DEV_BASE_URL: `${url}/contextdev`,
    FIRECRAWL_BASE_URL: `${url}/firecrawl`,
    X_API_BASE_URL: `${url}/x-api`,
    X_AUTHORIZE_BASE_URL: `${url}/x-api`,
    X_MEDIA_BASE_URL: `${url}/media`,
  } satisfies Partial<Record<VariableName, string>>
}

export interface EmbeddedSandbox {
  url: string
  /** The configuration with every base pointed at the sandbox. */
  config: Config
  /** The world's clock, which stands still, and on it the time that has passed since: what reads from it goes by this. */
  now: () => number
  close(): Promise<void>
}

/** Starts a sandbox in this process, on a free port. */
export async function embedSandbox(config: Config): Promise<EmbeddedSandbox> {
  const { startSandbox } = await import('@x-md/sandbox/start.ts')
  const { APP, CLIENT, USER_TOKENS } = await import('@x-md/sandbox/doors/x-api/auth/credentials.ts')
  const { url, world, close } = await startSandbox()
  const bases = sandboxBases(url)
  const named = loadConfig(bases)
  const overrides = Object.fromEntries(
    Object.keys(bases).map((name) => [name, named[name as keyof typeof bases]]),
  )
  const started = performance.now()
  // Any session will do there, and none of a person's own should be shown to it.
  const sessions = { X_SEARCH_SESSIONS_JSON: '[{"id":"sandbox","authToken":"sandbox","ct0":"sandbox"}]' }
  const keys = {
    X_API_KEY: APP.key,
    X_API_KEY_SECRET: APP.secret,
    X_ACCESS_TOKEN: USER_TOKENS[0]?.token,
    X_ACCESS_TOKEN_SECRET: USER_TOKENS[0]?.secret,
    X_OAUTH2_CLIENT_ID: CLIENT.id,
    X_OAUTH2_CLIENT_SECRET: undefined,
  }
  const now = () => world.now + Math.floor(performance.now() - started)
  return { url, config: { ...config, ...overrides, ...sessions, ...keys }, now, close }
}
