import { type ClusterDetail, EDGE_KINDS } from '@chuma/contract/payouts/clusters'
import { useMemo } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './cluster-drawing.module.css'
import { layOut } from './lay-out.ts'

const [WIDTH, HEIGHT] = [720, 460]
const [LEAST_RADIUS, MOST_RADIUS] = [9, 24]
/** Room for the largest circle around the drawing, and for a name below it. */
const [ROOM, ROOM_BELOW] = [8, 32]
/** Several reasons of one pair are drawn beside each other. */
const LINES_APART = 3.5

type Props = { cluster: Pick<ClusterDetail, 'members' | 'edges'> }

/** Draws accounts and why they belong together. The table of members says the same in words. */
export function ClusterDrawing({ cluster: { members, edges } }: Props) {
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
          const radius = LEAST_RADIUS + share * (MOST_RADIUS - LEAST_RADIUS)
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

type Spot = { x: number; y: number }

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
