import { EXIT } from './failure.ts'

/** Two signals closer than this are one: a terminal's Ctrl-C reaches us and the parent that passes it on. */
const SAME_SIGNAL_MS = 300

/**
 * Waits for SIGINT or SIGTERM, then shuts down; a second signal ends the process at once.
 * @param shutDown ends what was started; the process exits when it has
 */
export async function untilStopped(shutDown: () => Promise<void>): Promise<void> {
  const signal = await firstSignal()
  const at = Date.now()
  const again = (): void => {
    if (Date.now() - at > SAME_SIGNAL_MS) process.exit(exitCode(signal))
  }
  process.on('SIGINT', again)
  process.on('SIGTERM', again)
  await shutDown()
  process.exit(exitCode(signal))
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // The new listener comes before the old ones go: with none left, a signal on its way would be lost.
    const before = process.listeners('SIGINT')
    process.once('SIGINT', resolve)
    for (const listener of before) process.removeListener('SIGINT', listener)
    process.once('SIGTERM', resolve)
  })
}

/** Ctrl-C is 130 everywhere; a supervisor's SIGTERM, when all went well, is a clean end. */
function exitCode(signal: NodeJS.Signals): number {
  return signal === 'SIGINT' ? EXIT.interrupted : EXIT.ok
}
