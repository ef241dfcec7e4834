import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Progress,
  ProtocolError,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from '@x-md/core/operations/operation.ts'
import { callTool, complete, getPrompt, readResource } from './answers.ts'
import { CODES, ProtocolFailure } from './failures.ts'
import { type Call, type Layer, REVISIONS } from './layer.ts'

/** For how long a client may keep what changes with a release only, and what is written anew. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const
const READ_HINT = { ttlMs: 300_000, cacheScope: 'public' } as const

export function capabilitiesOf(layer: Layer): ServerCapabilities {
  return {
    ...(layer.tools.length > 0 && { tools: {} }),
    ...(layer.resources.length + layer.templates.length > 0 && { resources: {} }),
    ...(layer.prompts.length > 0 && { prompts: {} }),
    ...(layer.complete && { completions: {} }),
    ...layer.capabilities,
  }
}

/**
 * A server of the SDK for one request over HTTP, or one connection over stdio, in either era.
 * @param callOf what a call may use
 * @param log is told of faults of our own, which no client is
 */
export function buildServer(
  layer: Layer,
  callOf: (sdk: ServerContext) => Call | Promise<Call>,
  log: (error: unknown) => void,
): Server {
  const server = new Server(layer.info, {
    capabilities: capabilitiesOf(layer),
    instructions: layer.instructions,
    supportedProtocolVersions: [...REVISIONS],
    cacheHints: {
      'server/discover': LIST_HINT,
      'tools/list': LIST_HINT,
      'prompts/list': LIST_HINT,
      'resources/list': LIST_HINT,
      'resources/templates/list': LIST_HINT,
      'resources/read': READ_HINT,
    },
  })
  const guarded = async <T>(sdk: ServerContext, work: (call: Call) => T | Promise<T>): Promise<T> => {
    try {
      return await work({ ...(await callOf(sdk)), canAsk: canAsk(server, sdk) })
    } catch (error) {
      throw toProtocolError(error, sdk.mcpReq.signal, log)
    }
  }
  if (layer.tools.length > 0) {
    const list = { tools: layer.tools.map(({ definition }) => definition) }
    server.setRequestHandler('tools/list', () => list)
    server.setRequestHandler('tools/call', ({ params }, sdk) =>
      guarded(sdk, (call) => callTool(layer, params.name, params.arguments, call)),
    )
  }
  if (layer.resources.length + layer.templates.length > 0) {
    const resources = layer.resources.map(({ definition }) => definition)
    const resourceTemplates = layer.templates.map(({ definition }) => definition)
    server.setRequestHandler('resources/list', () => ({ resources }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
    server.setRequestHandler('resources/read', ({ params }, sdk) =>
      guarded(sdk, (call) => readResource(layer, params.uri, call)),
    )
  }
  if (layer.prompts.length > 0) {
    const prompts = layer.prompts.map(({ definition }) => definition)
    server.setRequestHandler('prompts/list', () => ({ prompts }))
    server.setRequestHandler('prompts/get', ({ params }, sdk) =>
      guarded(sdk, (call) => getPrompt(layer, params.name, params.arguments ?? {}, call)),
    )
  }
  if (layer.complete) {
    server.setRequestHandler('completion/complete', ({ params: { ref, argument } }, sdk) =>
      guarded(sdk, (call) => {
        const of =
          ref.type === 'ref/prompt'
            ? { kind: 'prompt' as const, name: ref.name }
            : { kind: 'template' as const, name: ref.uri }
        return complete(layer, { ...of, argument: argument.name }, argument.value, call)
      }),
    )
  }
  return server
}

/**
 * Whether the client can show a person a question. In the newest revision each request says so; in the older ones the
 * connection did at its beginning, and a request without a connection, over HTTP, has nobody to ask.
 */
function canAsk(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> | undefined = mcpReq.envelope
  const declared = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined
  const { elicitation } = declared ?? {}
  // Nothing named is a form, as the revisions before there was anything else had it.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Tells the client how far a call has come, if it asked for that; what does not grow is not told. */
export function progressOf(sdk: ServerContext): Context['onProgress'] {
  const progressToken = sdk.mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = 0
  return ({ done, total, message }) => {
    if (done <= last) return
    last = done
    const params: Progress & { progressToken: typeof progressToken } = {
      progressToken,
      progress: done,
      message,
      ...(total !== undefined && { total }),
    }
    // Who has left cannot be told.
    void sdk.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

function toProtocolError(error: unknown, signal: AbortSignal, log: (error: unknown) => void): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (error instanceof ProtocolFailure) return new ProtocolError(error.code, error.message, error.data)
  // A call that was cancelled fails, and nobody hears of it.
  if (!signal.aborted) log(error)
  return new ProtocolError(CODES.internal, 'Something went wrong here that was not foreseen.')
}
