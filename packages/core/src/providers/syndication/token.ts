/**
 * The token that X's embed endpoint wants beside an id: what its own embed script computes. The id loses
 * digits on the way, as it does there.
 * @example syndicationToken('20') // '6dq1a2xwd93'
 */
export function syndicationToken(id: string): string {
  return ((Number(id) / 1e15) * Math.PI).toString(36).replace(/(0+|\.)/g, '')
}
