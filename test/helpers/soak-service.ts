import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import { startServer } from '@x-md/server/start.ts'

/**
 * The service in a process of its own, forked with `--expose-gc`. It sends its address, answers `measure` with
 * what it holds after a collection, and ends with `stop`.
 */

export interface Measured {
  /** Bytes on the heap and beside it. */
  heap: number
  /** Open connections, those that it listens on included. */
  sockets: number
}

const { context, close } = createContext(loadConfig(process.env))
const service = await startServer(context, { host: '127.0.0.1', port: 0 })
process.send?.({ url: service.url })

process.on('message', async (message) => {
  if (message === 'measure') process.send?.(await measure())
  if (message !== 'stop') return
  await service.close()
  await close()
  process.exit(0)
})

async function measure(): Promise<Measured> {
  // What a finished request leaves behind is only let go by the next turns of the loop.
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((name) => /^TCP/.test(name)).length
  return { heap: heapUsed + external, sockets }
}
