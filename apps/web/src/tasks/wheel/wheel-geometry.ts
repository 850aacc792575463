/** The wheel's radius in the units of its drawing. */
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

/** How far a slice's middle lies from the top, in degrees. */
export function middleOf(index: number, count: number): number {
  return ((index + 0.5) * 360) / count
}

/** Degrees to turn the wheel to, so that this slice stands under the pointer at the top: onwards, after whole rounds. */
export function stopAngle(from: number, slice: { index: number; count: number }, rounds: number): number {
  const wholeTurns = Math.ceil(from / 360) + rounds
  return wholeTurns * 360 - middleOf(slice.index, slice.count)
}

/** One of three tones for a slice. Neighbours differ, also where the last one meets the first. */
export function toneOf(index: number, count: number): 0 | 1 | 2 {
  const isOddOneOut = count % 2 === 1 && index === count - 1
  return isOddOneOut ? 2 : index % 2 === 0 ? 0 : 1
}

/**
 * The slice to stop at; null where the wheel on screen shows no such win, because its fields were changed meanwhile. The
 * points that the server booked are the truth, the slice is only where they usually stand.
 */
export function findStop(
  segments: number[],
  { segment, pointsWon }: { segment: number | null; pointsWon: number },
): number | null {
  if (segment !== null && segments[segment] === pointsWon) return segment
  const index = segments.indexOf(pointsWon)
  return index === -1 ? null : index
}
