import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGHUP'] as const

/** Ends a child that leads a process group, and whatever it started. @returns whether there was anything left */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false
  // Windows has no groups.
  if (process.platform === 'win32') return child.kill(signal)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/**
 * Sees to it that a child in a group of its own, which a terminal's Ctrl-C does not reach, does not outlive us.
 * @returns what ends the watch, once the child is gone
 */
export function killWithUs(child: ChildProcess): () => void {
  const kill = (): void => {
    killGroup(child, 'SIGKILL')
  }
  // These two would end us without an `exit`.
  const leave = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal])
  process.once('exit', kill)
  for (const signal of SIGNALS) process.once(signal, leave)
  return () => {
    process.removeListener('exit', kill)
    for (const signal of SIGNALS) process.removeListener(signal, leave)
  }
}
