import type { ClusterEdge } from '@chuma/contract/payouts/clusters'

export type Spot = { x: number; y: number }
type Linked = Pick<ClusterEdge, 'memberId' | 'otherId' | 'weight'>

const STEPS = 200
/** In which each axis goes from -1 to 1. */
const MARGIN = 0.9

/**
 * Place accounts so that those with much in common are close, by simulated springs. Begins on a circle in the given order and uses no
 * chance, so that a cluster looks the same each time.
 */
export function layOut(members: readonly string[], edges: readonly Linked[]): ReadonlyMap<string, Spot> {
  const spots = members.map((_, index) => onCircle(index, members.length))
  const place = new Map(members.map((member, index) => [member, index]))
  const springs = edges.flatMap(({ memberId, otherId, weight }) => {
    const [from, to] = [place.get(memberId), place.get(otherId)]
    return from === undefined || to === undefined ? [] : [{ from, to, pull: weight / 60 }]
  })
  const ideal = Math.sqrt(4 / Math.max(1, members.length))
  for (let step = 0; step < STEPS; step++) {
    const moves = spots.map((spot, index) => pushAway(spot, index, { spots, ideal }))
    for (const { from, to, pull } of springs) {
      const [a, b] = [spots[from] as Spot, spots[to] as Spot]
      const distance = Math.max(0.01, Math.hypot(b.x - a.x, b.y - a.y))
      const force = ((distance * distance) / ideal) * pull * 0.4
      add(moves[from] as Spot, b, { of: a, by: force / distance })
      add(moves[to] as Spot, a, { of: b, by: force / distance })
    }
    const heat = 0.1 * (1 - step / STEPS)
    for (const [index, move] of moves.entries()) {
      const length = Math.max(0.0001, Math.hypot(move.x, move.y))
      const spot = spots[index] as Spot
      spot.x += (move.x / length) * Math.min(length, heat)
      spot.y += (move.y / length) * Math.min(length, heat)
    }
  }
  return stretch(members, spots)
}

function onCircle(index: number, count: number): Spot {
  const angle = (2 * Math.PI * index) / Math.max(1, count) - Math.PI / 2
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

function add(move: Spot, towards: Spot, { of, by }: { of: Spot; by: number }): void {
  move.x += (towards.x - of.x) * by
  move.y += (towards.y - of.y) * by
}

function pushAway(spot: Spot, index: number, { spots, ideal }: { spots: Spot[]; ideal: number }): Spot {
  const move = { x: 0, y: 0 }
  for (const [at, other] of spots.entries()) {
    if (at === index) continue
    const distance = Math.max(0.01, Math.hypot(spot.x - other.x, spot.y - other.y))
    add(move, spot, { of: other, by: (ideal * ideal) / (distance * distance) })
  }
  return move
}

/** Stretch the drawing to its frame. */
function stretch(members: readonly string[], spots: readonly Spot[]): ReadonlyMap<string, Spot> {
  const scale = (values: number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const half = (most - least) / 2
    return (value: number) => (half < 0.001 ? 0 : ((value - least - half) / half) * MARGIN)
  }
  const [x, y] = [scale(spots.map((spot) => spot.x)), scale(spots.map((spot) => spot.y))]
  return new Map(
    members.map((member, index) => {
      const spot = spots[index] as Spot
      return [member, { x: x(spot.x), y: y(spot.y) }]
    }),
  )
}
