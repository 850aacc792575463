import type { Withdrawal } from '@chuma/contract/wallet'
import { formatDateTime } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Amount } from '../../../ui/amount.tsx'
import { payoutDestination } from '../../../wallet/payout-destination.ts'
import { WithdrawalStatusText } from '../../../wallet/withdrawal-status.tsx'
import classes from './withdrawal-item.module.css'

export function WithdrawalItem({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const { pointsToWithdraw, amountKes, withdrawalMethod, receipt, adminComment, requestedAt } = withdrawal
  return (
    <li className={classes.item}>
      <div className={classes.top}>
        <WithdrawalStatusText withdrawal={withdrawal} headingLevel="h3" />
        <Amount points={pointsToWithdraw} kes={amountKes} />
      </div>
      {adminComment && (
        <p className={classes.comment}>
          <strong>{t('history.adminMessage')}:</strong> {adminComment}
        </p>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t('history.requested')}</dt>
          <dd>
            <time dateTime={requestedAt.toISOString()}>{formatDateTime(requestedAt)}</time>
          </dd>
        </div>
        <div>
          <dt>{t('history.to')}</dt>
          <dd>
            {t(`withdrawMethod.${withdrawalMethod}`)}, {payoutDestination(withdrawal)}
          </dd>
        </div>
        {receipt && (
          <div>
            <dt>{t('history.receipt')}</dt>
            <dd>{receipt}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
