import { ConfigError } from '@x-md/core/config.ts'
import { XmdError } from '@x-md/core/errors.ts'
import { CommanderError } from 'commander'
import { UsageError } from './usage-error.ts'

/** Exit codes, for scripts to branch on. */
export const EXIT = { ok: 0, failed: 1, usage: 2, rateLimited: 3, interrupted: 130 } as const

export interface Failure {
  code: number
  /** Lines for stderr; none when it has been said already. */
  lines: string[]
}

/** A command that has said on its own what failed. */
export class SilentFailure extends Error {
  override readonly name = 'SilentFailure'
}

/** A command that Ctrl-C ended, and that has said what is left of it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** How any error ends the program. An error that nobody foresaw shows its stack: it is ours to mend. */
export function describeFailure(error: unknown, program = 'x-md'): Failure {
  if (error instanceof CommanderError) {
    // Help and version come as errors with code 0; commander has printed whatever there was to say.
    return { code: error.exitCode === 0 ? EXIT.ok : EXIT.usage, lines: [] }
  }
  if (error instanceof Interrupted) return { code: EXIT.interrupted, lines: [] }
  if (error instanceof SilentFailure) return { code: EXIT.failed, lines: [] }
  if (error instanceof UsageError) return { code: EXIT.usage, lines: [`${program}: ${error.message}`] }
  if (error instanceof ConfigError) {
    return {
      code: EXIT.usage,
      lines: [`${program}: ${error.message}`, 'See x-md config for every variable.'],
    }
  }
  if (error instanceof XmdError) return describeXmdError(error, program)
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return { code: EXIT.failed, lines: [`${program}: ${error.message}`] }
  }
  return { code: EXIT.failed, lines: [`${program}: ${error instanceof Error ? error.stack : String(error)}`] }
}

function describeXmdError(error: XmdError, program: string): Failure {
  const { status, retryable } = error.entry
  const lines = [`${program}: ${error.message}`]
  if (status === 400) return { code: EXIT.usage, lines: [...lines, 'See x-md --help.'] }
  if (status === 429 || error.code === 'upstream_rate_limited') {
    const seconds = error.retryAfter ?? 60
    return { code: EXIT.rateLimited, lines: [...lines, `Rate limited: wait ${seconds} s, then try again.`] }
  }
  if (retryable && error.retryAfter !== undefined) lines.push(`Try again in ${error.retryAfter} s.`)
  if (error.code === 'upstream_unavailable') lines.push('x-md doctor tells what can be reached from here.')
  return { code: EXIT.failed, lines }
}
