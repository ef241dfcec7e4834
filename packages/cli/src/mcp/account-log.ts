import type { Writable } from 'node:stream'
import type { Config } from '@x-md/core/config.ts'
import { type Logger, pino } from 'pino'
import type { Env } from '../embedded-sandbox.ts'

/** The log of the account server: lines for people, or JSON, as LOG_MODE has it. */
export function createAccountLog(config: Config, env: Env, stderr: Writable): Logger {
  const isLocal = config.LOG_MODE === 'local'
  const level = env.LOG_LEVEL ? config.LOG_LEVEL : isLocal ? 'debug' : 'info'
  const options = { level, base: null, formatters: { level: (label: string) => ({ level: label }) } }
  return pino(options, { write: (line) => void stderr.write(isLocal ? readable(line) : line) })
}

/** `INFO what happened name=value`, from a line of JSON. */
function readable(line: string): string {
  const { level, time: _, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shownValue(value)}`)
  return `${[String(level).toUpperCase(), msg, ...pairs].join(' ')}\n`
}

function shownValue(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value)
}
