import { InvalidArgumentError } from 'commander'
import { UsageError } from '../usage-error.ts'
import { isObject } from './exchange.ts'
import type { WantedCall } from './probe-call.ts'
import { parseJson } from './rpc-answer.ts'

/** Headers that the connection itself decides about. */
const OURS = /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer)$/i

/**
 * Reads what is to be probed: one address, or the words of a command. A command in one word, as it would be
 * typed, is cut at its spaces; quotation marks hold a part together.
 * @throws UsageError
 */
export function parseTarget(words: readonly string[]): URL | string[] {
  const [first = ''] = words
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(first)) {
    if (words.length > 1) throw new UsageError('Name one address, or a command.')
    return parseAddress(first)
  }
  const command = words.length > 1 ? [...words] : splitWords(first)
  if (!command[0]) throw new UsageError('Name the address of a server, or the command that starts one.')
  return command
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text} is not the address of a server: it must begin with http:// or https://.`)
  }
  if (url.username || url.password) {
    throw new UsageError('Give credentials by --key-env or --header, not in the address.')
  }
  url.hash = ''
  return url
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
}

/** Reads one more `Name: value`. */
export function parseHeader(text: string, before: [string, string][]): [string, string][] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? []
  // The text may be a secret, so that it is not shown again.
  if (name === undefined || value === undefined || /[^\t -~\u0080-\u00ff]/.test(value)) {
    throw new UsageError("A header must be 'Name: value'.")
  }
  if (OURS.test(name)) throw new UsageError(`The header ${name} cannot be set.`)
  return [...before, [name.toLowerCase(), value]]
}

/** Reads seconds. */
export function parseTimeout(text: string): number {
  const seconds = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds >= 0.1 && seconds <= 600)) {
    throw new InvalidArgumentError('It must be a number of seconds from 0.1 to 600.')
  }
  return seconds
}

/** @throws UsageError when there are arguments without a tool, or they are no JSON object */
export function parseWantedCall(tool: string | undefined, args: string | undefined): WantedCall | undefined {
  if (tool === undefined) {
    if (args !== undefined) throw new UsageError('--args needs --call.')
    return undefined
  }
  const parsed = args === undefined ? { value: {} } : parseJson(args)
  if (!isObject(parsed?.value)) throw new UsageError('--args must be a JSON object.')
  return { tool, args: parsed.value }
}
