import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import classes from './amount.module.css'

type Props = {
  points: number
  /** The value in shillings: points times `kesPerPoint` of the wallet's terms, or the fixed amount of a withdrawal. */
  kes: number
  /** `lg` is for the page's main number. */
  size?: 'sm' | 'md' | 'lg'
  /** Prefixes gains with a plus, and their shillings too; losses always have a minus. */
  signed?: boolean
  /** Shillings still loading: reserves their space. */
  isArriving?: boolean
}

/** Points with their value in shillings, in tabular figures. */
export function Amount({ points, kes, size = 'md', signed = false, isArriving = false }: Props) {
  const t = useT()
  const gain = signed && points > 0 ? '+' : ''
  const sign = points < 0 ? '−' : gain
  return (
    <span className={classes.amount} data-size={size} data-loss={points < 0 || undefined}>
      <span className={classes.points}>
        {sign}
        {t('amount.points', { points: Math.abs(points) })}
      </span>{' '}
      <span className={classes.kes} data-arriving={isArriving || undefined}>
        {formatKes(kes)}
      </span>
    </span>
  )
}
