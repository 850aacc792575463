import { useT } from '../../i18n/use-t.ts'
import classes from './wheel-face.module.css'
import { middleOf, RADIUS, slicePath, toneOf } from './wheel-geometry.ts'

const MANY = 12

type Props = {
  segments: number[]
  /** In degrees, clockwise. */
  angle: number
  /** Whether a new angle is animated. */
  isTurning: boolean
}

/** The wheel under its pointer, with equal segments. */
export function WheelFace({ segments, angle, isTurning }: Props) {
  const t = useT()
  const count = segments.length
  return (
    <div className={classes.frame}>
      <svg
        viewBox={`${-RADIUS - 6} ${-RADIUS - 6} ${2 * RADIUS + 12} ${2 * RADIUS + 12}`}
        className={classes.wheel}
        role="img"
        aria-label={t('wheel.label', { count, fields: segments.join(', ') })}
      >
        <circle r={RADIUS + 4} className={classes.rim} />
        <g
          className={classes.disc}
          data-turning={isTurning || undefined}
          style={{ transform: `rotate(${angle}deg)` }}
        >
          {segments.map((points, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its position; two may have the same points
            <g key={index} data-tone={toneOf(index, count)} className={classes.slice}>
              <path d={slicePath(index, count)} />
              <text
                y={-RADIUS * 0.72}
                transform={`rotate(${middleOf(index, count)})`}
                className={classes.points}
                data-many={count > MANY || undefined}
              >
                {points}
              </text>
            </g>
          ))}
        </g>
        <circle r={13} className={classes.hub} />
        <path d="M -9 -105 L 9 -105 L 0 -86 Z" className={classes.pointer} />
      </svg>
    </div>
  )
}
