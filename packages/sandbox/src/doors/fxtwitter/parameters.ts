/**
 * What the API makes of its query parameters. The messages are part of the wire format; several are joined by
 * "; " in the order of the route's parameters.
 */

/** The text after a parameter's name when a number is outside its bounds or none at all; undefined when it fits. */
export function numberProblem(
  given: string | undefined,
  { min, max, whole }: { min: number; max?: number; whole: boolean },
): string | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (Number.isNaN(value)) return 'Invalid input: expected number, received NaN'
  if (whole && !Number.isSafeInteger(value)) return 'Invalid input: expected int, received number'
  if (value < min) return `Too small: expected number to be >=${min}`
  if (max !== undefined && value > max) return `Too big: expected number to be <=${max}`
  return undefined
}

/** The same about the text of a search; its length counts UTF-16 units. */
export function textProblem(given: string | undefined, longest = Infinity): string | undefined {
  if (given === undefined) return 'Invalid input: expected string, received undefined'
  if (given.replaceAll('_', '').trim() === '') return 'Search query must not be empty'
  if (given.length > longest) return `Raw query length ${given.length} exceeds max allowed ${longest}`
  return undefined
}

/** The whole message about a request, or undefined when nothing is wrong. */
export function problems(found: Record<string, string | undefined>): string | undefined {
  const told = Object.entries(found).flatMap(([name, problem]) => (problem ? [`${name}: ${problem}`] : []))
  return told.length > 0 ? told.join('; ') : undefined
}

/** Flags are on when given as 1, true, yes, on, or with nothing. */
export function isOn(...given: (string | undefined)[]): boolean {
  const value = given.find((one) => one !== undefined)
  return value !== undefined && /^(?:1|true|yes|on)?$/i.test(value)
}
