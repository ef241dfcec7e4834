/**
 * How many cases a property test tries: few in `npm test`, which people wait for; many times as many in
 * `npm run test:long`, which sets the factor.
 */
export function propertyRuns(cases: number): { numRuns: number } {
  return { numRuns: cases * Number(process.env.X_MD_PROPERTY_FACTOR ?? 1) }
}
