import { type ClusterDetail, type ClusterEdge, EDGE_KINDS } from '@chuma/contract/payouts/clusters'
import { useMemo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './clusters-page.module.css'

const [WIDTH, HEIGHT] = [720, 460]
const [MIN_RADIUS, MAX_RADIUS] = [9, 24]
/** Room for the largest circle around the drawing, and for a name below it. */
const [ROOM, ROOM_BELOW] = [8, 32]
/** Several reasons of one pair are drawn beside each other. */
const LINES_APART = 3.5

type ClusterDrawingProps = { cluster: Pick<ClusterDetail, 'members' | 'edges'> }

/** Draws accounts and why they belong together. The table of members says the same in words. */
export function ClusterDrawing({ cluster: { members, edges } }: ClusterDrawingProps) {
  const t = useT()
  const spots = useMemo(() => {
    const names = members.map(({ userId }) => userId)
    return layOut(names, edges)
  }, [members, edges])
  const at = (memberId: string) => {
    const { x = 0, y = 0 } = spots.get(memberId) ?? {}
    return {
      x: ROOM + (WIDTH / 2 - ROOM) * (1 + x),
      y: ROOM + ((HEIGHT - ROOM - ROOM_BELOW) / 2) * (1 + y),
    }
  }
  const most = Math.max(1, ...members.map(({ availablePoints, heldPoints }) => availablePoints + heldPoints))
  const kinds = EDGE_KINDS.filter((kind) => edges.some((edge) => edge.kind === kind))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <figure className={classes.figure} tabIndex={0}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={classes.drawing}
        role="img"
        aria-label={t('clusters.drawing', { count: members.length })}
      >
        {edges.map(({ memberId, otherId, kind }) => {
          const line = beside(at(memberId), at(otherId), EDGE_KINDS.indexOf(kind) - 2)
          return (
            <line key={`${memberId}${otherId}${kind}`} {...line} className={classes.edge} data-kind={kind} />
          )
        })}
        {members.map(({ userId, userName, availablePoints, heldPoints }) => {
          const { x, y } = at(userId)
          const share = Math.sqrt(Math.max(0, availablePoints + heldPoints) / most)
          const radius = MIN_RADIUS + share * (MAX_RADIUS - MIN_RADIUS)
          return (
            <g key={userId}>
              <circle cx={x} cy={y} r={radius} className={classes.account} />
              <text x={x} y={y + radius + 14} className={classes.name}>
                {shorten(userName)}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className={classes.legend}>
        {kinds.map((kind) => (
          <span key={kind} className={classes.kind}>
            <svg viewBox="0 0 28 8" className={classes.sample} aria-hidden="true">
              <line x1="1" y1="4" x2="27" y2="4" className={classes.edge} data-kind={kind} />
            </svg>
            {t(`clusterEdge.${kind}`)}
          </span>
        ))}
        <span>{t('clusters.sizes')}</span>
      </figcaption>
    </figure>
  )
}

function beside(a: Spot, b: Spot, lane: number) {
  const length = Math.max(1, Math.hypot(b.x - a.x, b.y - a.y))
  const [dx, dy] = [((b.y - a.y) / length) * lane * LINES_APART, ((a.x - b.x) / length) * lane * LINES_APART]
  return { x1: a.x + dx, y1: a.y + dy, x2: b.x + dx, y2: b.y + dy }
}

/** `Amina Otieno` becomes `Amina O.` */
function shorten(name: string): string {
  const [first = '', last = ''] = name.split(' ')
  return last ? `${first} ${last.charAt(0)}.` : first
}

type Spot = { x: number; y: number }
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
