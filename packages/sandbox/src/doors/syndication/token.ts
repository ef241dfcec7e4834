/** The token that X's embed script derives from an id: the digits of id / 10^15 * pi in base 36, zeros left out. */
export function exactToken(id: string): string {
  const digits = ((Number(id) / 1e15) * Math.PI).toString(36)
  return Array.from(digits)
    .filter((digit) => digit !== '0' && digit !== '.')
    .join('')
}
