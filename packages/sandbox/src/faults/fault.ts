import * as z from 'zod'
import { FAULT_KINDS, type FaultKind } from './kinds.ts'

const milliseconds = z.number().nonnegative().max(3_600_000)

const delay = z.union(
  [
    milliseconds,
    z
      .strictObject({ p50: milliseconds.positive(), p99: milliseconds.positive() })
      .refine(({ p50, p99 }) => p50 <= p99, 'p50 is above p99'),
    z
      .strictObject({ min: milliseconds, max: milliseconds })
      .refine(({ min, max }) => min <= max, 'min is above max'),
  ],
  'milliseconds: a number, {"p50", "p99"} or {"min", "max"}',
)

/** What goes wrong, where and how often. */
const faultSchema = z
  .strictObject({
    /** A door's prefix, with or without its slash; every door unless given. */
    door: z.string().optional(),
    /** A glob on the path, with or without the door's prefix; `*` stays within a segment, `**` does not. */
    path: z.string().min(1).optional(),
    kind: z.enum(Object.keys(FAULT_KINDS) as [FaultKind, ...FaultKind[]]),
    /** The share of fitting requests that it strikes, drawn from the seed; all of them unless given. */
    rate: z.number().min(0).max(1).optional(),
    /** How many requests it strikes before it is spent; for ever unless given. */
    count: z.int().positive().optional(),
    status: z.int().min(200).max(599).optional(),
    /** Set on the answer, whatever made it. */
    headers: z
      .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/))
      .optional(),
    /** A text goes out as it is, anything else as JSON. */
    body: z.unknown().optional(),
    /** How long the answer waits; with `slow-body`, the wait before each piece. */
    delayMs: delay.optional(),
    /** How much of the body still comes, with `truncated-json` and `reset`. */
    afterBytes: z.int().nonnegative().optional(),
    /** The size of a huge body. */
    bytes: z.int().positive().optional(),
    /** The share of rows that `posts-dropped` drops. */
    share: z.number().gt(0).max(1).optional(),
    /** How many posts below the requested one `thread-cut` leaves. */
    rows: z.int().nonnegative().optional(),
    /** The names that `fields-dropped` chooses from. */
    fields: z.array(z.string()).min(1).optional(),
    /** Only with `conversation-page-2-404`: the later pages work. */
    fixed: z.boolean().optional(),
  })
  .refine(({ kind, delayMs }) => kind !== 'latency' || delayMs !== undefined, {
    path: ['delayMs'],
    message: 'latency needs it',
  })

export type Fault = z.infer<typeof faultSchema>
export type Delay = z.infer<typeof delay>

/**
 * Reads a list of faults; throws a sentence about what is wrong.
 * @param prefixes those of the doors, for `door`
 */
export function readFaults(input: unknown, prefixes: string[]): Fault[] {
  if (!Array.isArray(input)) throw new Error('a JSON list of faults')
  const read = z.array(faultSchema).safeParse(input)
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  }
  return read.data.map((fault, index) => {
    if (fault.door === undefined) return fault
    const door = fault.door.startsWith('/') ? fault.door : `/${fault.door}`
    if (!prefixes.includes(door)) throw new Error(`${index}.door: one of ${prefixes.join(', ')}`)
    return { ...fault, door }
  })
}
