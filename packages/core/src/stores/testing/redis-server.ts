import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why tests with a real Redis cannot run here, or undefined. */
export function missingRedis(): string | undefined {
  return spawnSync('redis-server', ['--version']).status === 0
    ? undefined
    : 'redis-server is not installed (Debian: apt-get install redis-server)'
}

export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Ends it as a crash would, and what it held is gone. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  restart(): Promise<void>
  /** Lets it hang with its connections open, and go on. */
  freeze(frozen: boolean): void
  stop(): Promise<void>
}

/** A Redis on loopback, on a free port, that keeps nothing on disk. @param args more of its options */
export async function startRedis(args: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'x-md-redis-'))
  let server: ChildProcess
  const launch = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ]
    server = spawn('redis-server', [...options, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      server.once('error', reject)
      server.once('exit', () => reject(new Error(`redis-server ended: ${said}`)))
      server.stdout?.on('data', (chunk) => {
        said += chunk
        if (said.includes('Ready to accept connections')) resolve()
      })
    })
  }
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  await launch()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: launch,
    freeze: (frozen) => void server.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A cluster's servers talk to each other on a port that lies this much higher. */
const BUS = 10_000

/** Both lie below the ports that systems give to outgoing connections, so they stay free while a server is down. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(10_000, 22_000)
    if ((await isFree(port)) && (await isFree(port + BUS))) return port
  }
  throw new Error('No free port was found')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).once('listening', () => resolve(true))
  })
  server.listen(port, '127.0.0.1')
  if (!(await free)) return false
  server.close()
  await once(server, 'close')
  return true
}
