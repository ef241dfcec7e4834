import yoctoSpinner from 'yocto-spinner'
import type { Io } from './io.ts'

/** Shows on a terminal that work goes on while a promise is open; elsewhere it writes nothing. */
export async function withSpinner<T>(io: Io, text: string, work: Promise<T>): Promise<T> {
  if (io.stderr.isTTY !== true) return work
  const spinner = yoctoSpinner({ text, stream: io.stderr, handleSignals: false }).start()
  const stop = (): void => {
    spinner.stop()
  }
  // An interrupted read must give the cursor back, too.
  process.once('exit', stop)
  try {
    return await work
  } finally {
    process.removeListener('exit', stop)
    stop()
  }
}
