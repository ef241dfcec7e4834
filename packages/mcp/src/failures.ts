import type { Tool } from '@modelcontextprotocol/server'
import type { z } from 'zod'

/** Codes of JSON-RPC and MCP that this layer answers with by itself. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Lies in a range that the newest revision keeps for the protocol; clients of x.md depend on it. */
  overAllowance: -32000,
  unsupportedVersion: -32022,
} as const

/** A failure of the protocol, to be answered as a JSON-RPC error. */
export class ProtocolFailure extends Error {
  override readonly name: string = 'ProtocolFailure'
  readonly code: number
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Arguments that miss a tool's schema: which, and the schema, so that a client can mend them in one turn. */
export class InvalidArguments extends ProtocolFailure {
  override readonly name = 'InvalidArguments'

  constructor({ name, inputSchema }: Tool, { issues }: z.ZodError) {
    const said = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
      const where = path.join('.')
      return where ? `${where}: ${message}` : message
    })
    super(CODES.invalidParams, `Invalid arguments for ${name}: ${said.join('; ')}`, { inputSchema })
  }
}

const MAX_ISSUES = 5

/** What was asked for is not kept, and to read it is not allowed. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}
