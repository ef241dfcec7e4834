import type { z } from 'zod'

/** How often a value is mended before it is given up. */
const MAX_ROUNDS = 40

/**
 * Reads a value by a schema and leaves out what does not fit it: a field, or an element of a list, as deep as
 * it stands. One surprise of upstream's then costs only itself.
 * @returns undefined when what is left lacks something that cannot be done without
 */
export function parseLeniently<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> | undefined {
  let result = schema.safeParse(value)
  if (result.success) return result.data
  const rest = structuredClone(value)
  for (let round = 0; round < MAX_ROUNDS && !result.success; round++) {
    // Later elements of a list first, so that the places of the others stay true.
    const paths = result.error.issues.flatMap((issue) => pathsOf(issue)).sort(fromTheEnd)
    if (!paths.map((path) => remove(rest, path)).some(Boolean)) return undefined
    result = schema.safeParse(rest)
  }
  return result.success ? result.data : undefined
}

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Where the fault is. Of a choice, the alternative that fits furthest tells. */
function pathsOf(issue: Issue): Path[] {
  if (issue.code !== 'invalid_union') return [issue.path]
  const alternatives = issue.errors.map((issues) => issues.flatMap(pathsOf))
  const nested = alternatives.filter((paths) => paths.length > 0 && paths.every((path) => path.length > 0))
  const best = nested.sort((a, b) => depth(b) - depth(a))[0]
  return best ? best.map((path) => [...issue.path, ...path]) : [issue.path]
}

function depth(paths: readonly Path[]): number {
  return Math.max(...paths.map((path) => path.length))
}

function fromTheEnd(a: Path, b: Path): number {
  for (const [index, step] of a.entries()) {
    const other = b[index]
    if (typeof step === 'number' && typeof other === 'number' && step !== other) return other - step
  }
  return b.length - a.length
}

/** Takes out what stands at a path or, where nothing does, what should have held it. */
function remove(value: unknown, path: Path): boolean {
  const last = path.at(-1)
  if (last === undefined) return false
  let holder = value
  for (const step of path.slice(0, -1)) holder = (holder as Record<PropertyKey, unknown> | undefined)?.[step]
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, last)) {
    return remove(value, path.slice(0, -1))
  }
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete (holder as Record<PropertyKey, unknown>)[last]
  return true
}
