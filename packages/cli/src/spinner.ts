import yoctoSpinner from 'yocto-spinner'
import type { Io } from './io.ts'

/** Shows on a terminal that work goes on while a promise is open; elsewhere it writes nothing. */
export async function withSpinner<T>(io: Io, text: string, work: Promise<T>): Promise<T> {
  return withProgress(io, text, () => work)
}

/**
 * Shows on a terminal how far work is; elsewhere it writes nothing.
 * @param work what is done; it may say at any time how things stand, and only the latest is shown
 */
export async function withProgress<T>(
  io: Io,
  text: string,
  work: (tell: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true) return work(() => undefined)
  const spinner = yoctoSpinner({ text, stream: io.stderr, handleSignals: false }).start()
  const stop = (): void => {
    spinner.stop()
  }
  // Work that is interrupted must give the cursor back, too.
  process.once('exit', stop)
  try {
    return await work((now) => {
      spinner.text = now
    })
  } finally {
    process.removeListener('exit', stop)
    stop()
  }
}

/**
 * How fast work goes, and how long it will take yet.
 * @param left how much is left to do; undefined where nobody knows
 * @param ms since it began
 * @returns such as `, 120 a second, about 5 s left`
 */
export function pace(done: number, left: number | undefined, ms: number): string {
  const rate = done / (ms / 1000)
  const seconds = rate > 0 && left !== undefined ? `, about ${Math.ceil(left / rate)} s left` : ''
  return `, ${Math.round(rate)} a second${seconds}`
}
