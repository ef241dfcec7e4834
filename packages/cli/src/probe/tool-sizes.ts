import { countTokens } from './count-tokens.ts'
import { isObject, type JsonObject } from './exchange.ts'
import type { ListFindings } from './list-pages.ts'

/** Of a value's compact JSON. */
export interface Size {
  bytes: number
  tokens: number | null
}

interface ToolSize extends Size {
  name: string
  parameters: number
  required: number
  /** As its annotations say; null when they do not. */
  read_only: boolean | null
  description: Size
  input_schema: Size
  output_schema: Size
}

/** What a tool list costs a host that loads it. */
export interface ToolReport extends Size {
  style: 'modern' | 'legacy'
  pages: number
  answer_bytes: number
  incomplete: string | null
  ttl_ms: unknown
  cache_scope: unknown
  parameters: number
  required: number
  description: Size
  input_schema: Size
  output_schema: Size
  /** In the server's order. */
  tools: ToolSize[]
}

/** Breaks a list down. Shares do not add up to the whole: names, annotations and punctuation are in no share. */
export function toolReport(style: ToolReport['style'], { items, ...list }: ListFindings): ToolReport {
  const whole = sizeOf(items)
  // A list too long to be counted is not worth counting by the piece.
  const size = whole.tokens === null ? (value: unknown) => ({ ...bytesOf(value), tokens: null }) : sizeOf
  const tools = items.map((tool) => toolSize(tool, size))
  const share = (key: 'description' | 'input_schema' | 'output_schema'): Size => ({
    bytes: sum(tools.map((tool) => tool[key].bytes)),
    tokens: sumOrNull(tools.map((tool) => tool[key].tokens)),
  })
  return {
    style,
    ...list,
    ...whole,
    parameters: sum(tools.map(({ parameters }) => parameters)),
    required: sum(tools.map(({ required }) => required)),
    description: share('description'),
    input_schema: share('input_schema'),
    output_schema: share('output_schema'),
    tools,
  }
}

function toolSize(tool: JsonObject, size: (value: unknown) => Size): ToolSize {
  const { name, description, inputSchema, outputSchema, annotations } = tool
  const schema = isObject(inputSchema) ? inputSchema : {}
  const hint = isObject(annotations) ? annotations.readOnlyHint : undefined
  return {
    name: typeof name === 'string' ? name : '',
    ...size(tool),
    parameters: isObject(schema.properties) ? Object.keys(schema.properties).length : 0,
    required: Array.isArray(schema.required) ? schema.required.length : 0,
    read_only: typeof hint === 'boolean' ? hint : null,
    description: size(description),
    input_schema: size(inputSchema),
    output_schema: size(outputSchema),
  }
}

/** The size of a string, or of the compact JSON of anything else; nothing has none. */
export function sizeOf(value: unknown): Size {
  return { ...bytesOf(value), tokens: countTokens(textOf(value)) }
}

function bytesOf(value: unknown): { bytes: number } {
  return { bytes: Buffer.byteLength(textOf(value)) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function sumOrNull(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>(
    (total, number) => (total === null || number === null ? null : total + number),
    0,
  )
}
