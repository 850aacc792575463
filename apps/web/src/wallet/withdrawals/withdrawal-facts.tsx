import { formatKes, formatUsd } from '@chuma/contract/format-money'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { payoutDestination } from '../destinations/payout-destination.ts'

/** The destination, the tax withheld, and the receipt. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const { status, withdrawalMethod, receipt, taxPercent, taxKes, payoutKes, amountUsd, paidAt } = withdrawal
  // Nothing is withheld from, or sent for, a rejected withdrawal.
  const isSent = status !== 'rejected'
  return (
    <>
      <div>
        <dt>{t('history.to')}</dt>
        <dd>
          {t(`withdrawMethod.${withdrawalMethod}`)}, {payoutDestination(withdrawal)}
        </dd>
      </div>
      {isSent && taxPercent > 0 && (
        <div>
          <dt>{t('history.tax', { percent: taxPercent })}</dt>
          <dd>{formatKes(taxKes)}</dd>
        </div>
      )}
      {isSent && (taxPercent > 0 || amountUsd !== null) && (
        <div>
          <dt>{t('history.sent')}</dt>
          <dd>
            {amountUsd === null ? formatKes(payoutKes) : `${formatKes(payoutKes)} (${formatUsd(amountUsd)})`}
          </dd>
        </div>
      )}
      {paidAt && (
        <div>
          <dt>{t('history.paid')}</dt>
          <dd>
            <time dateTime={paidAt}>{formatDateTime(paidAt)}</time>
          </dd>
        </div>
      )}
      {receipt && (
        <div>
          <dt>{t('history.receipt')}</dt>
          <dd>{receipt}</dd>
        </div>
      )}
    </>
  )
}
