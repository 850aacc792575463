import { formatKes } from '@chuma/contract/format-money'
import type { BulkApproval } from '@chuma/contract/payouts/payout-queue'
import { Text } from '@mantine/core'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import type { Picked } from '../selection.ts'

type Props = {
  results: BulkApproval['results']
  /** What was to be approved. */
  withdrawals: readonly Picked[]
}

/** How many were approved, and for each other one its member and the reason. */
export function BulkResults({ results, withdrawals }: Props) {
  const t = useT()
  const rows = new Map(withdrawals.map((row) => [row.id, row]))
  const left = results.filter(({ outcome }) => outcome !== 'approved')
  return (
    <div role="status">
      <Text fw={600}>{t('bulk.done', { count: results.length - left.length })}</Text>
      {left.length > 0 && (
        <>
          <Text>{t('bulk.left', { count: left.length })}</Text>
          <ul className={classes.results}>
            {left.map(({ id, outcome }) => (
              <li key={id}>
                <strong>{describe(rows.get(id))}</strong>
                <br />
                {t(`bulkOutcome.${outcome}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function describe(row: Picked | undefined): string {
  return row ? `${row.userName}, ${formatKes(row.amountKes)}` : ''
}
