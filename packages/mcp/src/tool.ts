import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server'
import { XmdError } from '@x-md/core/errors.ts'
import type { Context, Operation } from '@x-md/core/operations/operation.ts'
import { z } from 'zod'
import { InvalidArguments } from './failures.ts'
import { KeptOnly } from './kept-only.ts'
import type { Call, LayerTool, Scope } from './layer.ts'

/** What a tool says: to be read by a model, and for programs. */
export interface ToolAnswer {
  text: string
  structured: Readonly<Record<string, unknown>>
}

/** An operation as a tool: what it is called, what it takes and how its answer is put. */
export interface ToolBinding<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Args extends z.ZodType,
  Structured extends z.ZodType,
> {
  name: string
  operation: Operation<Input, Output>
  /** When to use it, for models; the operation says what it does. */
  use: string
  args: Args
  structured: Structured
  scope: Scope
  /** An answer that others have paid for costs its caller nothing. */
  isFreeWhenKept?: true
  /** @throws XmdError for arguments that are good one by one and not together */
  toInput(args: z.infer<Args>, context: Context): z.infer<Input>
  /** A pure function of what the operation gave: it is called once for each such object. */
  answer(output: z.infer<Output>): { text: string; structured: z.input<Structured> }
}

/** Makes a tool that a layer can offer of an operation. */
export function defineTool<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Args extends z.ZodType,
  Structured extends z.ZodType,
>(binding: ToolBinding<Input, Output, Args, Structured>): LayerTool {
  const { name, operation, args, scope, isFreeWhenKept } = binding
  const definition: ToolDefinition = {
    name,
    title: operation.title,
    description: inOurWords(`${binding.use} ${operation.description}`.trim()),
    inputSchema: schemaOf(args, 'input') as ToolDefinition['inputSchema'],
    outputSchema: schemaOf(binding.structured, 'output') as NonNullable<ToolDefinition['outputSchema']>,
    annotations: operation.annotations,
  }
  const results = new WeakMap<object, Partial<Record<Call['handing'], CallToolResult>>>()

  function resultOf(output: z.infer<Output>, handing: Call['handing']): CallToolResult {
    const key = output as object
    const known = results.get(key) ?? {}
    const found = known[handing]
    if (found) return found
    const { text, structured } = binding.answer(output) as ToolAnswer
    const result: CallToolResult = {
      content: [{ type: 'text', text }],
      structuredContent: handing === 'full' ? { ...structured, text } : { ...structured },
    }
    results.set(key, { ...known, [handing]: result })
    return result
  }

  return {
    definition,
    scope,
    isFreeWhenKept: isFreeWhenKept === true,
    isPlain: true,
    async call(given, call) {
      const parsed = args.safeParse(given ?? {})
      if (!parsed.success) throw new InvalidArguments(definition, parsed.error)
      const context = call.isKeptOnly ? new KeptOnly(call.context) : call.context
      try {
        const output = await operation.run(binding.toInput(parsed.data, context), context)
        if (isFreeWhenKept && (output as { cache?: string }).cache === 'hit') call.free?.()
        return resultOf(output, call.handing)
      } catch (error) {
        if (!(error instanceof XmdError)) throw error
        if (error.code === 'rate_limited') call.wait?.(error.retryAfter ?? 1)
        return failed(error)
      }
    },
  }
}

/** A failure that a model can act on: what happened, its status and code, and how long to wait. */
export function failed({ message, code, entry, retryAfter }: XmdError): CallToolResult {
  const wait = retryAfter === undefined ? '' : `, retry after ${retryAfter}s`
  return {
    content: [{ type: 'text', text: `${inOurWords(message)} (HTTP ${entry.status}, code ${code}${wait})` }],
    isError: true,
  }
}

/** What an operation says, with its cursor called as it is in results. */
function inOurWords(text: string): string {
  return text.replaceAll('nextCursor', 'next_cursor')
}

/** A JSON Schema without what every reader takes for granted: its dialect and the range of safe integers. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // What an answer may hold besides is of no use to who reads the schema.
      if (io === 'output' && !isTelling(jsonSchema.additionalProperties))
        delete jsonSchema.additionalProperties
    },
  })
  return json
}

/** Whether it says anything of what an object may hold besides: neither `false` nor `{}` does. */
function isTelling(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0
}
