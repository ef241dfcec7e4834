import type { Context } from './operation.ts'

/**
 * A context that is like another but for what a subclass says. Its fields are copied: an object that is made for
 * each call has to be quick to make and to read, which neither a prototype of the other nor a getter for each is.
 */
export class DerivedContext implements Context {
  readonly config: Context['config']
  readonly providers: Context['providers']
  readonly cache: Context['cache']
  readonly store: Context['store']
  readonly archive: Context['archive']
  readonly written: Context['written']
  readonly shortLinks: Context['shortLinks']
  readonly media: Context['media']
  readonly accounts: Context['accounts']
  readonly searchBreaker: Context['searchBreaker']
  readonly x: Context['x']
  readonly log: Context['log']
  readonly now: Context['now']

  constructor(
    context: Context,
    {
      cache = context.cache,
      providers = context.providers,
    }: { cache?: Context['cache']; providers?: Context['providers'] } = {},
  ) {
    this.config = context.config
    this.providers = providers
    this.cache = cache
    this.store = context.store
    this.archive = context.archive
    this.written = context.written
    this.shortLinks = context.shortLinks
    this.media = context.media
    this.accounts = context.accounts
    this.searchBreaker = context.searchBreaker
    this.x = context.x
    this.log = context.log
    this.now = context.now
  }
}

class EndingContext extends DerivedContext {
  readonly quotas: Context['quotas']
  readonly signal: AbortSignal
  readonly onProgress: Context['onProgress']

  constructor(context: Context, signal: AbortSignal, onProgress: Context['onProgress']) {
    super(context)
    this.quotas = context.quotas
    this.signal = signal
    this.onProgress = onProgress
  }
}

/**
 * The context of work with an end of its own: work that callers share ends when all of them have left, not when
 * the one does who began it.
 */
export function withSignal(
  context: Context,
  signal: AbortSignal,
  onProgress?: Context['onProgress'],
): Context {
  return new EndingContext(context, signal, onProgress)
}

class FreeContext extends DerivedContext {
  readonly quotas: Context['quotas']
  readonly signal: Context['signal']
  readonly onProgress: Context['onProgress']

  constructor(context: Context) {
    super(context, { providers: context.providers.filter(({ paid }) => !paid) })
    this.quotas = context.quotas
    this.signal = context.signal
    this.onProgress = context.onProgress
  }
}

/** The context of work that asks so much that it would be dear: it reads only what is free. */
export function withFreeSources(context: Context): Context {
  return context.providers.some(({ paid }) => paid) ? new FreeContext(context) : context
}
