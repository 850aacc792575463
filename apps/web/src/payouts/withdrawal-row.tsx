import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { TimeAgo } from '../ui/figures/time-ago.tsx'
import { WithdrawalActions } from './approvals/withdrawal-actions.tsx'
import { WithdrawalRisk } from './approvals/withdrawal-risk.tsx'
import { WithdrawalHolds } from './holds/withdrawal-holds.tsx'
import type { Selection } from './selection.ts'
import { usePayoutDetails } from './use-payout-details.ts'
import { WithdrawalNotes } from './withdrawal-notes.tsx'
import classes from './withdrawal-row.module.css'

type Props = { withdrawal: AdminWithdrawal; selection?: Selection }

/** One line: member, amount, destination, risk, age and actions; below it what staff need to know to decide. */
export function WithdrawalRow({ withdrawal, selection }: Props) {
  const t = useT()
  const { id, userId, userName, userEmail, withdrawalMethod } = withdrawal
  const details = usePayoutDetails(withdrawal)
  return (
    <li className={classes.row}>
      <div className={classes.pick}>
        {selection && (
          <Checkbox
            radius="xs"
            aria-label={t('bulk.select', { name: userName })}
            checked={selection.isSelected(id)}
            onChange={() => selection.toggle(withdrawal)}
            data-stop="pick"
          />
        )}
      </div>
      <div className={classes.who}>
        <Link
          to="/admin/members/$memberId"
          params={{ memberId: userId }}
          className={classes.name}
          data-stop="member"
        >
          {userName}
        </Link>
        <span className={classes.second} title={userEmail}>
          {userEmail}
        </span>
      </div>
      <div className={classes.amount}>
        <Amount points={withdrawal.pointsToWithdraw} kes={withdrawal.amountKes} size="sm" />
      </div>
      <div className={classes.to}>
        <span className={classes.method}>{t(`method.${withdrawalMethod}`)}</span>{' '}
        <span className={details.isShown ? classes.shown : classes.second}>{details.text}</span>
      </div>
      <div className={classes.risk}>
        <WithdrawalRisk withdrawal={withdrawal} />
      </div>
      <div className={classes.waiting}>
        <TimeAgo date={withdrawal.requestedAt} />
      </div>
      <WithdrawalActions withdrawal={withdrawal} details={details} />
      <WithdrawalNotes withdrawal={withdrawal} />
      <WithdrawalHolds withdrawal={withdrawal} />
    </li>
  )
}
