import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@x-md/core/stores/open-store.ts'
import type { Store } from '@x-md/core/stores/store.ts'
import { missingRedis, startRedis } from '@x-md/core/stores/testing/redis-server.ts'
import { sandboxBases } from '../../packages/cli/src/embedded-sandbox.ts'
import { type Running, startBin } from './bin.ts'

export const ADMIN_TOKEN = 'an-admin-token-of-some-length'

/** What a service process says on stderr, one line each. */
interface LogLine {
  level: number
  msg: string
}

export interface ServiceProcess extends Running {
  url: string
  /** Ends it as an operator would. @returns its log; rejects when it ended badly or said what is no log line */
  stop(): Promise<LogLine[]>
}

/**
 * `x-md serve` in a process of its own, that believes what X-Forwarded-For says of who calls.
 * @param sandbox address of the sandbox that it reads from
 */
export async function startServiceProcess(
  sandbox: string,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const running = startBin(['serve', '--port', '0'], {
    env: {
      ...sandboxBases(sandbox),
      LOG_LEVEL: 'warn',
      X_MD_TRUSTED_PROXIES: '127.0.0.1',
      X_MD_ADMIN_TOKEN: ADMIN_TOKEN,
      ...env,
    },
  })
  const [, url = ''] = await running.line(/^listening on (\S+)$/m)
  return {
    ...running,
    url,
    stop: async () => {
      running.child.kill('SIGTERM')
      const { code, stderr } = await running.finished
      if (code !== 0) throw new Error(`The service ended with ${code}: ${stderr}`)
      return stderr
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LogLine)
    },
  }
}

/** Sessions for X_SEARCH_SESSIONS_JSON, as many as a test needs questions: 40 each. */
export function searchSessions(count: number): string {
  const sessions = Array.from({ length: count }, (_, n) => ({
    id: `s${n}`,
    authToken: `a${n}`,
    ct0: `c${n}`,
  }))
  return JSON.stringify(sessions)
}

/** A place that processes share, as the environment names it, with the store that a process has of it. */
export interface SharedPlace {
  env: Record<string, string>
  store: Store
  stop(): Promise<void>
}

/** The kinds of place that several processes can share on one machine. */
export const SHARED_PLACES: { kind: string; missing: string | undefined; start(): Promise<SharedPlace> }[] = [
  {
    kind: 'one data file',
    missing: undefined,
    start: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'x-md-shared-'))
      const store = await openStore({ X_MD_DATA_DIR: folder }, { now: Date.now })
      const stop = async () => {
        await store.close()
        rmSync(folder, { recursive: true })
      }
      return { env: { X_MD_DATA_DIR: folder }, store, stop }
    },
  },
  {
    kind: 'one Redis',
    missing: missingRedis(),
    start: async () => {
      const server = await startRedis()
      const store = await openStore({ X_MD_DATA_DIR: '', REDIS_URL: [server.url] }, { now: Date.now })
      const stop = async () => {
        await store.close()
        await server.stop()
      }
      return { env: { REDIS_URL: server.url }, store, stop }
    },
  },
]
