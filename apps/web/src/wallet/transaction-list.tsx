import type { PointsTransaction } from '@chuma/contract/wallet'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { PointsAmount } from './points-amount.tsx'
import classes from './transaction-list.module.css'

type Props = { transactions: PointsTransaction[]; label: string }

/** Movements with the balance that each left behind, as in a bank's statement. */
export function TransactionList({ transactions, label }: Props) {
  return (
    <ul className={classes.list} aria-label={label}>
      {transactions.map((transaction) => (
        <TransactionRow key={transaction.id} transaction={transaction} />
      ))}
    </ul>
  )
}

function TransactionRow({ transaction }: { transaction: PointsTransaction }) {
  const t = useT()
  const { description, points, heldPoints, availableAfter, heldAfter, createdAt } = transaction
  // A payout leaves the available points alone: what it moves was held before.
  const isFromHeld = points === 0
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.description}>{description}</p>
        <p className={classes.quiet}>
          <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
      <div className={classes.numbers}>
        <p className={classes.change}>
          {isFromHeld && <span className={classes.quiet}>{t('transactions.fromHeld')}</span>}
          <PointsAmount points={isFromHeld ? heldPoints : points} signed />
        </p>
        <p className={classes.balance}>
          {t('transactions.balance')} <PointsAmount points={availableAfter} size="sm" />
          {heldAfter > 0 && `, ${t('transactions.held', { points: heldAfter })}`}
        </p>
      </div>
    </li>
  )
}
