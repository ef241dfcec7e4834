/**
 * Starts work. `isCurrent` tells, once it has begun to wait, whether newer work has taken its place; `signal` is
 * aborted when nobody waits for it any more.
 */
type Start<T> = (isCurrent: () => boolean, signal: AbortSignal) => Promise<T>

/** Who waits for work; without a signal, to the end. Its signal is looked at only when there is work to wait for. */
export interface Waiter {
  readonly signal?: AbortSignal | undefined
}

interface Flight {
  readonly work: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/**
 * Lets callers that ask for one thing at one time share the work. The work belongs to none of them: it goes on
 * when one leaves, and ends when the last has. A failure is everybody's, and the next caller starts anew.
 */
export class SingleFlight {
  readonly #running = new Map<string, Flight>()

  /**
   * Joins the work under a key, or starts it.
   * @throws the reason of the waiter's signal when it leaves
   */
  run<T>(key: string, start: Start<T>, waiter?: Waiter): Promise<T> {
    const running = this.#running.get(key)
    return running ? this.#wait<T>(key, running, waiter?.signal) : this.replace(key, start, waiter)
  }

  /** Starts the work anew; callers from now on join this one. */
  replace<T>(key: string, start: Start<T>, waiter?: Waiter): Promise<T> {
    const controller = new AbortController()
    const isCurrent = () => this.#running.get(key) === flight
    const flight: Flight = { work: start(isCurrent, controller.signal), controller, waiting: 0 }
    this.#running.set(key, flight)
    const done = () => this.#forget(key, flight)
    flight.work.then(done, done)
    return this.#wait<T>(key, flight, waiter?.signal)
  }

  #wait<T>(key: string, flight: Flight, signal: AbortSignal | undefined): Promise<T> {
    flight.waiting++
    const work = flight.work as Promise<T>
    if (!signal) return work
    const leave = () => {
      if (--flight.waiting > 0) return
      // Who comes now must not join work that is about to fail.
      this.#forget(key, flight)
      flight.controller.abort(signal.reason)
    }
    return whileWaiting(work, signal, leave)
  }

  #forget(key: string, flight: Flight): void {
    if (this.#running.get(key) === flight) this.#running.delete(key)
  }
}

/**
 * Waits for work as long as the caller stays.
 * @param left is told when the caller leaves before the work has ended
 * @throws the signal's reason when the caller leaves
 */
export function whileWaiting<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  left?: () => void,
): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason)
      left?.()
    }
    const stay = () => signal.removeEventListener('abort', leave)
    work.finally(stay).then(resolve, reject)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
  })
}
