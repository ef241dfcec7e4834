import type { Call, Exchange } from './exchange.ts'

/** What may be said to a server one after the other: a process over stdio; over HTTP only requests in a row. */
export interface Connection {
  /**
   * Sends a message and waits for what comes of it, or for the deadline. It never rejects.
   * @param options.anonymous without the headers that the caller gave; of no effect on stdio
   */
  send(step: string, call: Call, options?: { anonymous?: boolean }): Promise<Exchange>
  close(): Promise<void>
}

/** A server that is probed. */
export interface Target {
  readonly transport: 'http' | 'stdio'
  open(): Connection
  close(): Promise<void>
}
