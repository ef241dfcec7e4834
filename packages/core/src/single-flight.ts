/** Starts work. `isCurrent` tells, once it has begun to wait, whether newer work has taken its place. */
type Start<T> = (isCurrent: () => boolean) => Promise<T>

/**
 * Lets callers that ask for one thing at one time share the work. The work belongs to none of them, so it goes
 * on when one leaves; a failure is everybody's, and the next caller starts anew.
 */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  /** Joins the work under a key, or starts it. */
  run<T>(key: string, start: Start<T>): Promise<T> {
    const running = this.#running.get(key) as Promise<T> | undefined
    return running ?? this.replace(key, start)
  }

  /** Starts the work anew; callers from now on join this one. */
  replace<T>(key: string, start: Start<T>): Promise<T> {
    const work: Promise<T> = start(() => this.#running.get(key) === work)
    this.#running.set(key, work)
    const done = () => {
      if (this.#running.get(key) === work) this.#running.delete(key)
    }
    work.then(done, done)
    return work
  }
}

/** Waits for shared work as long as the caller stays. @throws the signal's reason when the caller leaves */
export function whileWaiting<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
