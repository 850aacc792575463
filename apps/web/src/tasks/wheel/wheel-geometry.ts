/** The wheel's radius in SVG units. */
export const RADIUS = 100

/** A slice of the wheel, clockwise from the top, as an SVG path around the origin. */
export function slicePath(index: number, count: number): string {
  const [x1, y1] = pointAt(index / count)
  const [x2, y2] = pointAt((index + 1) / count)
  const isLarge = count < 2 ? 1 : 0
  return `M 0 0 L ${x1} ${y1} A ${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${x2} ${y2} Z`
}

function pointAt(share: number): [x: string, y: string] {
  const angle = share * 2 * Math.PI
  return [(RADIUS * Math.sin(angle)).toFixed(3), (-RADIUS * Math.cos(angle)).toFixed(3)]
}

/** Compute the angle of a slice's middle from the top, in degrees. */
export function middleOf(index: number, count: number): number {
  return ((index + 0.5) * 360) / count
}

/** Compute the angle that brings this slice under the pointer at the top: forwards, after full rounds. */
export function stopAngle(from: number, slice: { index: number; count: number }, rounds: number): number {
  const wholeTurns = Math.ceil(from / 360) + rounds
  return wholeTurns * 360 - middleOf(slice.index, slice.count)
}

/** Choose one of three tones for a slice. Neighbours differ, including the last and the first. */
export function toneOf(index: number, count: number): 0 | 1 | 2 {
  const isOddOneOut = count % 2 === 1 && index === count - 1
  return isOddOneOut ? 2 : index % 2 === 0 ? 0 : 1
}

/**
 * Find the slice to stop at; null if the wheel on screen has no such win, because its segments have changed. The booked
 * points are authoritative, and the slice only shows them.
 */
export function findStop(
  segments: number[],
  { segment, pointsWon }: { segment: number | null; pointsWon: number },
): number | null {
  if (segment !== null && segments[segment] === pointsWon) return segment
  const index = segments.indexOf(pointsWon)
  return index === -1 ? null : index
}
