import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../i18n/use-t.ts'
import classes from './payout-preview.module.css'

type Props = { points: number; kesPerPoint: number }

/** What the typed points come to, as they are typed. */
export function PayoutPreview({ points, kesPerPoint }: Props) {
  const t = useT()
  const kes = Number.isSafeInteger(points) && points > 0 ? points * kesPerPoint : 0
  return (
    <p className={classes.preview}>
      <span>{t('request.preview')}</span>
      <output className={classes.kes}>{formatKes(kes)}</output>
    </p>
  )
}
