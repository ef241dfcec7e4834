import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Measured } from './soak-service.ts'

/** The service in a process of its own, which says what it holds after a collection. */
export async function forkMeasuredService(env: Record<string, string>) {
  const service = fork(new URL('soak-service.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    env: { LOG_LEVEL: 'silent', ...env },
  })
  const [{ url }] = (await once(service, 'message')) as [{ url: string }]
  return {
    url,
    async measure(): Promise<Measured> {
      service.send('measure')
      return (await once(service, 'message'))[0] as Measured
    },
    async stop(): Promise<void> {
      service.send('stop')
      await once(service, 'exit')
    },
  }
}
