import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { PointsAmount } from '../points-amount.tsx'
import { describeMovement } from './describe-movement.ts'
import classes from './movement-row.module.css'

type Labelled = { 'aria-label': string } | { 'aria-labelledby': string }

/** A list of postings. */
export function MovementList({ children, ...label }: Labelled & { children: ReactNode }) {
  return (
    <ul className={blocks.list} {...label}>
      {children}
    </ul>
  )
}

type Props = {
  description: string
  /** When it happened. */
  time: ReactNode
  /** Details, under the time. */
  details?: ReactNode
  /** The points and their value. */
  children?: ReactNode
}

/** The change on one side, its amount on the other. */
export function MovementRow({ description, time, details, children }: Props) {
  useT()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.description}>{describeMovement(description)}</p>
        <Quiet>{time}</Quiet>
        {details}
      </div>
      {children && <div className={classes.numbers}>{children}</div>}
    </li>
  )
}

export function Quiet({ children }: { children: ReactNode }) {
  return <p className={blocks.quiet}>{children}</p>
}

type Change = {
  points: number
  heldPoints: number
  isVoid?: boolean
  /** The rate to count with where today's cannot be loaded. */
  kesPerPoint?: number | undefined
}

/**
 * A payout uses points that left the balance when they were held. It has no minus, or the member would seem to be
 * charged twice.
 */
export function MovedPoints({ points, heldPoints, isVoid = false, kesPerPoint }: Change) {
  const t = useT()
  const isFromHeld = points === 0
  const shown = { points: isFromHeld ? Math.abs(heldPoints) : points, signed: !isFromHeld }
  return (
    <p className={classes.change} data-void={isVoid || undefined} data-sent={isFromHeld || undefined}>
      {kesPerPoint === undefined ? (
        <PointsAmount {...shown} />
      ) : (
        <Amount {...shown} kes={shown.points * kesPerPoint} />
      )}
      {isFromHeld && ' '}
      {isFromHeld && <span className={blocks.quiet}>{t('transactions.fromHeld')}</span>}
    </p>
  )
}
