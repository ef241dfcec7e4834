import { existsSync, readFileSync } from 'node:fs'

/** Whether a process runs: one that has ended, and that nobody has asked about, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'))
}
