import { EXIT } from './failure.ts'

/**
 * Does work that a first Ctrl-C asks to end, with what it has; a second one ends the process at once.
 * @param work is given a signal that is aborted then
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController()
  const before = process.listeners('SIGINT')
  let at = 0
  const interrupt = (): void => {
    if (!asked.signal.aborted) {
      at = performance.now()
      asked.abort()
      // A terminal's Ctrl-C may come twice: from itself, and from the parent that passes it on.
    } else if (performance.now() - at > SAME_SIGNAL_MS) process.exit(EXIT.interrupted)
  }
  process.on('SIGINT', interrupt)
  for (const listener of before) process.removeListener('SIGINT', listener)
  try {
    return await work(asked.signal)
  } finally {
    for (const listener of before) process.on('SIGINT', listener)
    process.removeListener('SIGINT', interrupt)
  }
}

/** Two signals closer than this are one. */
const SAME_SIGNAL_MS = 300
