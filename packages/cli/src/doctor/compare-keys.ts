import { z } from 'zod'

/** Deep enough for a quote's photo; a schema may hold itself. */
const MAX_DEPTH = 6

export interface KeyDifference {
  /** Dotted paths that the value has and the schema does not name; `[]` stands for any element. */
  unknown: string[]
  /** Expected paths that the value has not, and paths whose value the schema refuses. */
  missing: string[]
}

/** Compares the keys of a value with those of a schema, however deep. */
export function compareKeys(schema: z.ZodType, value: unknown, expected: readonly string[]): KeyDifference {
  const unknown = new Set<string>()
  collectUnknown(schema, value, '', unknown, MAX_DEPTH)
  const missing = expected.filter((path) => at(value, path.split('.')) === undefined)
  const issues = schema.safeParse(value).error?.issues ?? []
  const refused = issues.map(({ path }) =>
    path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.'),
  )
  return { unknown: [...unknown], missing: [...new Set([...missing, ...refused])].filter(Boolean) }
}

function collectUnknown(
  schema: z.ZodType,
  value: unknown,
  path: string,
  unknown: Set<string>,
  depth: number,
): void {
  if (depth === 0 || value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    const element = alternatives(schema).find((option) => option instanceof z.ZodArray)?.element
    if (element instanceof z.ZodType) {
      for (const item of value) collectUnknown(element, item, `${path}[]`, unknown, depth - 1)
    }
    return
  }
  const objects = alternatives(schema).filter((option) => option instanceof z.ZodObject)
  if (objects.length === 0) return
  for (const [key, inner] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    const known = objects.map(({ shape }) => shape[key]).filter((option) => option instanceof z.ZodType)
    if (known.length === 0) unknown.add(here)
    else collectUnknown(z.union(known), inner, here, unknown, depth - 1)
  }
}

/** What a schema may be once optional, nullable, default and union are taken off. */
function alternatives(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => (option instanceof z.ZodType ? alternatives(option) : []))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap()
    return inner instanceof z.ZodType ? alternatives(inner) : []
  }
  return [schema]
}

function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  if (value === null || typeof value !== 'object') return undefined
  return at((value as Record<string, unknown>)[key], rest)
}
