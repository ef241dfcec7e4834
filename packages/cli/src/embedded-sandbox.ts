import type { VariableName } from '@x-md/core/config.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The doors of a sandbox, as the bases that the configuration names. */
export function sandboxBases(url: string) {
  return {
    FXTWITTER_BASE_URL: `${url}/fxtwitter`,
    TCO_BASE_URL: `${url}/t.co`,
  } satisfies Partial<Record<VariableName, string>>
}

export interface EmbeddedSandbox {
  url: string
  /** The environment with every base pointed at the sandbox. */
  env: Env
  /** The world's clock, which the service that reads from it should go by. */
  now: () => number
  close(): Promise<void>
}

/** Starts a sandbox in this process, on a free port. */
export async function embedSandbox(env: Env): Promise<EmbeddedSandbox> {
  const { url, world, close } = await startSandbox()
  return { url, env: { ...env, ...sandboxBases(url) }, now: () => world.now, close }
}
