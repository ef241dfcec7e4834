export type Style = 'bold' | 'italic' | 'strikethrough' | 'code'

/** A stretch, [start, end), of a text and what is true of all of it. */
export interface Range<T> {
  start: number
  end: number
  value: T
}

/** A stretch of one set of styles and at most one link. */
export interface Run {
  start: number
  end: number
  styles: ReadonlySet<Style> | undefined
  link: string | undefined
}

/**
 * Cuts a text where styles or links begin and end, in one sweep: ranges may overlap in any way and there may be
 * thousands. Of two links over one place the later one to begin counts.
 * @returns runs in order that cover [0, length) without gaps
 */
export function styleRuns(
  length: number,
  styles: readonly Range<Style>[],
  links: readonly Range<string>[] = [],
): Run[] {
  const edges: { at: number; open: boolean; style?: Style; link?: string }[] = []
  for (const { start, end, value } of styles) {
    if (end > start)
      edges.push({ at: start, open: true, style: value }, { at: end, open: false, style: value })
  }
  for (const { start, end, value } of links) {
    if (end > start) edges.push({ at: start, open: true, link: value }, { at: end, open: false, link: value })
  }
  edges.sort((a, b) => a.at - b.at)
  const depth = new Map<Style, number>()
  const open: string[] = []
  const runs: Run[] = []
  let start = 0
  const cut = (at: number) => {
    const end = Math.min(Math.max(at, 0), length)
    if (end <= start) return
    const active = [...depth].filter(([, count]) => count > 0).map(([style]) => style)
    runs.push({ start, end, styles: active.length > 0 ? new Set(active) : undefined, link: open.at(-1) })
    start = end
  }
  for (const { at, open: opens, style, link } of edges) {
    cut(at)
    if (style) depth.set(style, (depth.get(style) ?? 0) + (opens ? 1 : -1))
    if (link === undefined) continue
    if (opens) open.push(link)
    else open.splice(open.lastIndexOf(link), 1)
  }
  cut(length)
  return runs
}
