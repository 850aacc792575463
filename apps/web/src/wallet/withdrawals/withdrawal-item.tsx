import type { ExpectedPayout } from '@chuma/contract/payouts/automatic-payouts'
import { listOtherReasons } from '@chuma/contract/payouts/other-reasons'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { HoldList } from './hold-list.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import classes from './withdrawal-item.module.css'
import { WithdrawalStatusText } from './withdrawal-status.tsx'

type Props = {
  withdrawal: Withdrawal
  /** When it can be expected, and what it waits for; null while the server does not know. */
  expected: ExpectedPayout | null
}

export function WithdrawalItem({ withdrawal, expected }: Props) {
  const t = useT()
  const { pointsToWithdraw, amountKes, adminComment, requestedAt } = withdrawal
  return (
    <li className={classes.item}>
      <div className={classes.top}>
        <WithdrawalStatusText withdrawal={withdrawal} headingLevel="h3" />
        <Amount points={pointsToWithdraw} kes={amountKes} />
      </div>
      {expected && <Expectation expected={expected} />}
      <HoldList withdrawal={withdrawal} />
      <ReviewReasons withdrawal={withdrawal} />
      {adminComment && withdrawal.payoutState !== 'cancelled' && (
        <p className={classes.comment}>
          <strong>{t('history.adminMessage')}:</strong> {adminComment}
        </p>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t('history.requested')}</dt>
          <dd>
            <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>
          </dd>
        </div>
        <WithdrawalFacts withdrawal={withdrawal} />
      </dl>
      <CancelWithdrawal withdrawal={withdrawal} />
    </li>
  )
}

function Expectation({ expected: { by, reason, expectedBy } }: { expected: ExpectedPayout }) {
  const t = useT()
  const sentences = [
    ...(reason === null ? [] : [t(`expectedReason.${reason}`)]),
    ...(expectedBy === null ? [] : [t(`expected.${by}`, { when: formatDateTime(expectedBy) })]),
  ]
  return <p className={classes.comment}>{sentences.join(' ')}</p>
}

/** While it is undecided: why it is under review, apart from what its holds say. */
function ReviewReasons({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const reviewReasons = listOtherReasons(withdrawal)
  if (withdrawal.status !== 'pending' || reviewReasons.length === 0) return null
  return (
    <p className={classes.comment}>
      <strong>{t('history.review')}:</strong>{' '}
      {reviewReasons.map((reason) => t(`reviewReason.${reason}`)).join(' · ')}
    </p>
  )
}
