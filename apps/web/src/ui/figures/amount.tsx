import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import classes from './amount.module.css'
import { formatPoints } from './format-points.ts'

type Props = {
  points: number
  /** The value in shillings: points times `kesPerPoint` of the wallet's terms, or the fixed amount of a withdrawal. */
  kes: number
  /** `lg` is for the page's main number. */
  size?: 'sm' | 'md' | 'lg'
  /** Prefixes gains with a plus; losses always have a minus. */
  signed?: boolean
  /** Shillings still loading: reserves their space. */
  isArriving?: boolean
}

/** Points with their value in shillings, in tabular figures. */
export function Amount({ points, kes, size = 'md', signed = false, isArriving = false }: Props) {
  const t = useT()
  return (
    <span className={classes.amount} data-size={size} data-loss={points < 0 || undefined}>
      <span className={classes.points}>{formatPoints(t, points, { signed })}</span>{' '}
      <span className={classes.kes} data-arriving={isArriving || undefined}>
        {formatKes(kes)}
      </span>
    </span>
  )
}
