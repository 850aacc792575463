import { formatKes } from '@chuma/contract/format-money'
import type { BulkApproval } from '@chuma/contract/payouts/payout-queue'
import { Text } from '@mantine/core'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import type { Picked } from '../selection.ts'

type Result = BulkApproval['results'][number]

type Props = {
  results: BulkApproval['results']
  /** Those whose member we know. */
  withdrawals: readonly Picked[]
}

/** How many were approved, and why the others were not: each with its member, or counted by the reason. */
export function BulkResults({ results, withdrawals }: Props) {
  const t = useT()
  const rows = new Map(withdrawals.map((row) => [row.id, row]))
  const left = results.filter(({ outcome }) => outcome !== 'approved')
  const reasonOf = ({ outcome, message }: Result) => message ?? t(`bulkOutcome.${outcome}`)
  const counts = new Map<string, number>()
  for (const result of left.filter(({ id }) => !rows.has(id)))
    counts.set(reasonOf(result), (counts.get(reasonOf(result)) ?? 0) + 1)
  return (
    <div role="status">
      <Text fw={600}>{t('bulk.done', { count: results.length - left.length })}</Text>
      {left.length > 0 && (
        <>
          <Text>{t('bulk.left', { count: left.length })}</Text>
          <ul className={classes.results}>
            {left
              .filter(({ id }) => rows.has(id))
              .map((result) => (
                <li key={result.id}>
                  <strong>{describe(rows.get(result.id))}</strong>
                  <br />
                  {reasonOf(result)}
                </li>
              ))}
            {[...counts].map(([reason, count]) => (
              <li key={reason}>
                <strong>{t('bulk.requests', { count })}</strong>
                <br />
                {reason}
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
