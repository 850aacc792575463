import { formatKes } from '@chuma/contract/format-money'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './amount.module.css'

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

export type Look = {
  /** Prefixes gains with a plus; losses always have a minus. */
  signed?: boolean
}

/** Format points in words, with a real minus sign before the digits: `−2 points`, in Swahili `pointi −2`. */
export function formatPoints(t: Translate, points: number, { signed = false }: Look = {}): string {
  const gain = signed && points > 0 ? '+' : ''
  const sign = points < 0 ? '−' : gain
  return t('amount.points', { points: Math.abs(points) }).replace(/\d/, `${sign}$&`)
}
