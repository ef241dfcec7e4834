import type {
  CallToolResult,
  CompleteResult,
  GetPromptResult,
  InputRequiredResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server'
import { XmdError } from '@x-md/core/errors.ts'
import { CODES, ProtocolFailure } from './failures.ts'
import type { Call, Layer, LayerResource, LayerTemplate, LayerTool } from './layer.ts'

/** What a client may offer to choose from at most; the protocol's own limit. */
const MAX_COMPLETIONS = 100

export function findTool(layer: Layer, name: unknown): LayerTool {
  const tool = layer.tools.find(({ definition }) => definition.name === name)
  if (tool) return tool
  throw new ProtocolFailure(CODES.invalidParams, `Unknown tool: ${shown(name)}`, {
    available: layer.tools.map(({ definition }) => definition.name),
  })
}

/** @throws ProtocolFailure, NotKept, or what went wrong in our own code */
export function callTool(
  layer: Layer,
  name: string,
  args: unknown,
  call: Call,
): Promise<CallToolResult | InputRequiredResult> {
  return findTool(layer, name).call(args, call)
}

type Found =
  | { resource: LayerResource }
  | { template: LayerTemplate; parts: Readonly<Record<string, string>> }

/** What stands under an address. @throws ProtocolFailure */
export function findResource(layer: Layer, uri: string): Found {
  const resource = layer.resources.find(({ definition }) => definition.uri === uri)
  if (resource) return { resource }
  for (const template of layer.templates) {
    const parts = template.match(uri)
    if (parts) return { template, parts }
  }
  throw new ProtocolFailure(CODES.invalidParams, `Resource not found: ${shown(uri)}`, {
    uri,
    available: layer.resources.map(({ definition }) => definition.uri),
  })
}

/** @throws ProtocolFailure: what could not be read is a wrong address, or a fault with its code and status */
export async function readResource(layer: Layer, uri: string, call: Call): Promise<ReadResourceResult> {
  const found = findResource(layer, uri)
  try {
    const content =
      'resource' in found
        ? await found.resource.read(call)
        : await found.template.read(uri, found.parts, call)
    return { contents: [content] }
  } catch (error) {
    if (!(error instanceof XmdError)) throw error
    const { status } = error.entry
    const isOurs = status >= 500 || status === 429
    throw new ProtocolFailure(isOurs ? CODES.internal : CODES.invalidParams, error.message, {
      uri,
      status,
      code: error.code,
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    })
  }
}

export async function getPrompt(
  layer: Layer,
  name: string,
  args: Readonly<Record<string, string>>,
  call: Call,
): Promise<GetPromptResult | InputRequiredResult> {
  const prompt = layer.prompts.find(({ definition }) => definition.name === name)
  if (!prompt) {
    throw new ProtocolFailure(CODES.invalidParams, `Unknown prompt: ${shown(name)}`, {
      available: layer.prompts.map(({ definition }) => definition.name),
    })
  }
  for (const argument of prompt.definition.arguments ?? []) {
    if (argument.required && !args[argument.name]) {
      throw new ProtocolFailure(
        CODES.invalidParams,
        `The prompt ${name} needs the argument ${argument.name}.`,
        {
          arguments: prompt.definition.arguments,
        },
      )
    }
  }
  return prompt.get(args, call)
}

/** @throws ProtocolFailure for a prompt, a template or an argument that there is not */
export async function complete(
  layer: Layer,
  of: { kind: 'prompt' | 'template'; name: string; argument: string },
  typed: string,
  call: Call,
): Promise<CompleteResult> {
  const known = completables(layer, of.kind)
  const args = known.get(of.name)
  if (!args) {
    throw new ProtocolFailure(CODES.invalidParams, `Unknown ${of.kind}: ${shown(of.name)}`, {
      available: [...known.keys()],
    })
  }
  if (!args.includes(of.argument)) {
    const message = `${shown(of.name)} has no argument ${shown(of.argument)}.`
    throw new ProtocolFailure(CODES.invalidParams, message, { available: args })
  }
  const all = (await layer.complete?.(of, typed, call)) ?? []
  const values = all.slice(0, MAX_COMPLETIONS)
  return { completion: { values: [...values], total: all.length, hasMore: all.length > values.length } }
}

/** The names of all prompts, or the addresses of all templates, each with the names of its arguments. */
function completables(layer: Layer, kind: 'prompt' | 'template'): ReadonlyMap<string, readonly string[]> {
  if (kind === 'prompt') {
    return new Map(
      layer.prompts.map(({ definition: { name, arguments: args = [] } }) => [
        name,
        args.map((argument) => argument.name),
      ]),
    )
  }
  return new Map(
    layer.templates.map(({ definition: { uriTemplate } }) => [
      uriTemplate,
      [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ]),
  )
}

/** What a client sent, to be said back to it in one short line. */
export function shown(text: unknown): string {
  const line = String(text)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line.length > 100 ? `${line.slice(0, 99).replace(/[\ud800-\udbff]$/, '')}…` : line
}
