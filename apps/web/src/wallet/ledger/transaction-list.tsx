import type { PointsTransaction } from '@chuma/contract/wallet/wallet'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { PointsAmount } from '../points-amount.tsx'
import classes from './movement-row.module.css'
import { MovedPoints, MovementList, MovementRow } from './movement-row.tsx'

type Props = { transactions: PointsTransaction[]; label: string }

/** Postings with the balance after each, as in a bank statement. */
export function TransactionList({ transactions, label }: Props) {
  return (
    <MovementList aria-label={label}>
      {transactions.map((transaction) => (
        <TransactionRow key={transaction.id} transaction={transaction} />
      ))}
    </MovementList>
  )
}

function TransactionRow({ transaction }: { transaction: PointsTransaction }) {
  const t = useT()
  const { description, points, heldPoints, availableAfter, heldAfter, createdAt } = transaction
  return (
    <MovementRow
      description={description}
      time={<time dateTime={createdAt}>{formatDateTime(createdAt)}</time>}
    >
      <MovedPoints points={points} heldPoints={heldPoints} />
      <p className={classes.balance}>
        {t('transactions.balance')} <PointsAmount points={availableAfter} size="sm" />
        {heldAfter > 0 && `, ${t('transactions.held', { points: heldAfter })}`}
      </p>
    </MovementRow>
  )
}
