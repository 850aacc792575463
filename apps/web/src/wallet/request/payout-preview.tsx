import { taxOf } from '@chuma/contract/books/tax-of'
import { formatKes, formatUsd } from '@chuma/contract/format-money'
import { toUsd } from '@chuma/contract/surveys/to-usd'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import classes from './payout-preview.module.css'
import type { WithdrawalForm } from './withdrawal-form.ts'

type Props = {
  points: number
  terms: WalletTerms
  method: WithdrawalForm['withdrawalMethod']
  /** Where it goes, once that is known. */
  destination: string | undefined
}

/** What the typed points are worth: their value, the tax withheld, and what arrives. */
export function PayoutPreview({ points, terms, method, destination }: Props) {
  const t = useT()
  const { kesPerPoint, kesPerUsd, taxPercent } = terms
  const kes = Number.isSafeInteger(points) && points > 0 ? points * kesPerPoint : 0
  const taxKes = taxOf(kes, taxPercent)
  const payoutKes = kes - taxKes
  return (
    <div className={classes.preview}>
      {taxPercent > 0 && (
        <dl className={classes.parts}>
          <dt>{t('request.gross')}</dt>
          <dd>{formatKes(kes)}</dd>
          <dt>{t('request.tax', { percent: taxPercent })}</dt>
          <dd>−{formatKes(taxKes)}</dd>
        </dl>
      )}
      <p className={classes.sum}>
        <span>{t('request.preview')}</span>{' '}
        <output className={classes.kes}>
          {formatKes(payoutKes)}
          {method === 'paypal' && ` (${formatUsd(toUsd(payoutKes, kesPerUsd))})`}
        </output>{' '}
        {destination && <span>{t('request.previewTo', { destination })}</span>}
      </p>
    </div>
  )
}
