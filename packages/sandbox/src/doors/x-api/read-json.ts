import type * as z from 'zod'
import { type InvalidParameter, invalidRequest } from './problem.ts'

/** Reads a JSON body; throws a 400 that names each field that is wrong. */
export function readJson<T>(schema: z.ZodType<T>, json: unknown): T {
  const read = schema.safeParse(json ?? {})
  if (read.success) return read.data
  const errors = read.error.issues.map(({ path, message }): InvalidParameter => {
    const name = path.join('.')
    return { parameters: name ? { [name]: [] } : {}, message: `$${name ? `.${name}` : ''}: ${message}` }
  })
  throw invalidRequest(errors)
}
