import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Outcome, Provider } from './provider.ts'

export interface Chosen<T> {
  outcome: Outcome<T>
  /** Name of the provider that gave the outcome. */
  source: string
}

/**
 * Asks one provider after the other. `found` and `gone` are final; a miss that proves nothing and a fault
 * that may pass go on to the next.
 * @param ask the call, or undefined where a provider cannot do it
 * @throws the last UpstreamError when no provider gave an outcome; a fault that cannot pass at once
 */
export async function choose<T>(
  providers: readonly Provider[],
  ask: (provider: Provider) => Promise<Outcome<T>> | undefined,
): Promise<Chosen<T>> {
  let unsure: Chosen<T> | undefined
  let fault: UpstreamError | undefined
  for (const provider of providers) {
    const asked = ask(provider)
    if (!asked) continue
    const answer = await asked.catch((error: unknown) => {
      if (error instanceof UpstreamError && error.retryable) return error
      throw error
    })
    if (answer instanceof UpstreamError) fault = answer
    else if (answer.kind !== 'unsure') return { outcome: answer, source: provider.name }
    else unsure ??= { outcome: answer, source: provider.name }
  }
  if (fault) throw fault
  if (unsure) return unsure
  throw new Error('No provider can do this')
}
