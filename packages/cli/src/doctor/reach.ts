import type { Check } from './check.ts'

const TIMEOUT_MS = 5_000

/** What the system says when there is no way out at all, as opposed to one host that is down. */
const NO_NETWORK = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'])

/** Whether anything answers at an upstream's address; any HTTP status will do. */
export async function checkReachable(name: string, base: string, userAgent: string): Promise<Check> {
  const { host } = new URL(base)
  try {
    const response = await fetch(base, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { 'user-agent': userAgent },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return { name, status: 'ok', detail: `${host} answers` }
  } catch (error) {
    return { name, status: 'fail', detail: `${host} ${reason(error)}` }
  }
}

function reason(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `did not answer in ${TIMEOUT_MS / 1000} s`
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
  return NO_NETWORK.has(code)
    ? `cannot be found: no network, or no name service (${code})`
    : `refused or broke the connection (${code})`
}
