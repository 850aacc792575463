import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import classes from './amount.module.css'

type Props = {
  points: number
  /** The same in shillings: points times `kesPerPoint` of the wallet's terms, or an amount fixed in a withdrawal. */
  kes: number
  /** `lg` for the number a page is about. */
  size?: 'sm' | 'md' | 'lg'
  /** Puts a plus before a gain; a loss has its minus anyway, the same as its shillings. */
  signed?: boolean
  /** The shillings are not known yet: only their room is kept. */
  isArriving?: boolean
}

/** Points and shillings, always together, in figures that line up. */
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
