import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Outcome, Provider } from './provider.ts'

export interface Chosen<T> {
  outcome: Outcome<T>
  /** Name of the provider that gave the outcome. */
  source: string
}

/** Free sources that have to miss a thing before it counts as missing. */
const MISSES_THAT_PROVE = 2

/**
 * Asks one provider after the other until one knows. `found` and `gone` are final; a miss that proves nothing,
 * and a fault, go on to the next. Two free sources that miss it prove that it does not exist, once the first has
 * missed it again: each may have been at fault in that moment. Then no paid one is asked. A value that is not whole is kept while other free sources are asked for a whole one.
 * @param ask the call, or undefined where a provider cannot do it
 * @param isWhole whether a value lacks nothing that another source may have
 * @returns `unsure` when some source missed it and none could prove more
 * @throws the first UpstreamError when no provider gave an outcome
 */
export async function choose<T>(
  providers: readonly Provider[],
  ask: (provider: Provider) => Promise<Outcome<T>> | undefined,
  isWhole: (value: T) => boolean = () => true,
): Promise<Chosen<T>> {
  let partial: Chosen<T> | undefined
  const missedBy: Provider[] = []
  let fault: unknown
  for (const provider of providers) {
    if (provider.paid && partial) break
    const asked = ask(provider)
    if (!asked) continue
    try {
      const outcome = await asked
      const chosen = { outcome, source: provider.name }
      if (outcome.kind === 'unsure') {
        missedBy.push(provider)
        if (partial || provider.paid || missedBy.length < MISSES_THAT_PROVE) continue
        const [first] = missedBy as [Provider]
        const again = await ask(first)
        if (again && again.kind !== 'unsure') return { outcome: again, source: first.name }
        return { outcome: { kind: 'gone', reason: 'missing' }, source: provider.name }
      } else if (outcome.kind === 'found' && !isWhole(outcome.value)) partial ??= chosen
      else return partial && outcome.kind === 'gone' ? partial : chosen
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      fault ??= error
    }
  }
  if (partial) return partial
  const [first] = missedBy
  if (first) return { outcome: { kind: 'unsure' }, source: first.name }
  throw fault ?? new Error('No provider can do this')
}
