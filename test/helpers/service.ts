import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import { startServer } from '@x-md/server/start.ts'
import { sandboxBases } from '../../packages/cli/src/embedded-sandbox.ts'

/** An example of the world's catalogue, as far as these tests look. */
export interface Example {
  kind: string
  handle: string
  id: string
  url: string
  answers: { fxtwitter: number }
  text: string
  links: string[]
  media: { type: string; url: string; alt?: string }[]
  tombstone?: string
  long?: true
  bold?: string[]
  italic?: string[]
  quote?: { id: string }
  repost_of?: { id: string; handle: string }
  replying_to?: { id: string }
  poll?: { choices: { label: string; votes: number }[] }
  article?: { title: string }
  location?: string
}

/** The service before a sandbox, both on free ports of this machine. */
export async function startSandboxedService(seed = 1) {
  const sandbox = await startSandbox({ seed })
  const env = { ...sandboxBases(sandbox.url), LOG_LEVEL: 'error', X_MD_RATE_LIMITS: 'false' }
  const { context, close } = createContext(loadConfig(env), { now: () => sandbox.world.now })
  const server = await startServer(context, { host: '127.0.0.1', port: 0 })
  const world = (await (await fetch(`${sandbox.url}/_sandbox/world`)).json()) as { examples: Example[] }
  return {
    url: server.url,
    env,
    examples: world.examples,
    close: async (): Promise<void> => {
      await server.close()
      await close()
      await sandbox.close()
    },
  }
}
