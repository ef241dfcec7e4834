import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { loadConfig } from '@x-md/core/config.ts'
import { createContext, createLog, openArchiveBeside } from '@x-md/core/operations/create-context.ts'
import { openStore } from '@x-md/core/stores/open-store.ts'
import { createApp } from './app.ts'
import type { Background } from './telemetry/event-sender.ts'
import { openTelemetry } from './telemetry/open.ts'

/**
 * The service for a platform that brings its own socket and hands over Node's request and response. It lives as
 * long as its process, which such a platform ends without a word.
 * @param env the environment; see `config.ts`. X_MD_PUBLIC_URL should be in it: nothing else is known of where
 *   the service is reached
 * @param options.now Unix milliseconds
 * @param options.background told of work that outlives an answer
 * @throws ConfigError, or StoreError when the store cannot be used
 */
export async function createHandler(
  env: Readonly<Record<string, string | undefined>>,
  { now, background }: { now: () => number; background?: Background },
): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> {
  const config = loadConfig(env)
  const log = createLog(config)
  const report = (fault: Error | undefined) =>
    fault ? log.warn(fault.message) : log.info('The store works again')
  const store = await openStore(config, { now, report })
  const archive = await openArchiveBeside(config, store)
  const { context } = createContext(config, { log, now, store, archive })
  const telemetry = await openTelemetry(context, { background })
  const publicUrl = () => config.X_MD_PUBLIC_URL ?? 'http://localhost'
  const app = createApp(context, { publicUrl, telemetry })
  const listener = getRequestListener(app.fetch, { hostname: 'localhost' })
  return async (request, response) => {
    // Between requests the process may stand still, with lines that were not yet written.
    response.once('close', () => log.flush())
    await listener(request, response)
  }
}
