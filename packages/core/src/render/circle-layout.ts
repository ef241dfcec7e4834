import { packSiblings } from 'd3-hierarchy'

/** A disc of the picture; its centre and radius in pixels. */
export interface Disc {
  x: number
  y: number
  r: number
}

/** A small score still has to be seen: the least radius, as a share of the largest member's. */
const LEAST = 0.27
/** The owner's radius, by the same measure. */
const OWNER = 1.12
/** Room around a disc, by the same measure. */
const GAP = 0.05
/** The library lays the first two on either side of the middle; a speck as the second leaves it to the first. */
const SPECK = 0.001

/**
 * Places the owner in the middle and the members around it in their order, so that areas go by score and the
 * strongest stand next to the owner. The same scores give the same places.
 * @param scores from high to low
 * @param radius of the disc around 0, 0 that holds all of them
 */
export function packCircle(scores: readonly number[], radius: number): { owner: Disc; members: Disc[] } {
  const [highest = 1] = scores
  const sizes = scores.map((score) => Math.max(LEAST, Math.sqrt(score / highest)) + GAP)
  const packed = packSiblings([OWNER + GAP, SPECK, ...sizes].map((r) => ({ r })))
  const [middle] = packed as [Disc, ...Disc[]]
  const reach = Math.max(...packed.map(({ x, y, r }) => Math.hypot(x - middle.x, y - middle.y) + r))
  const scale = radius / reach
  const [owner, , ...members] = packed.map(({ x, y, r }) => ({
    x: (x - middle.x) * scale,
    y: (y - middle.y) * scale,
    r: (r - GAP) * scale,
  }))
  return { owner: owner as Disc, members }
}
