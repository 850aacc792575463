import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { formatKes } from '@chuma/contract/format-money'
import type { BulkApproval } from '@chuma/contract/payouts/payout-queue'
import { Text } from '@mantine/core'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { firstPage } from '../first-page.ts'

type Row = Pick<AdminWithdrawal, 'id' | 'userName' | 'amountKes'>
type Props = {
  results: BulkApproval['results']
  /** How many waited at the start. */
  before: readonly Row[]
}

/** How many were approved, and for each other one its member and the reason. */
export function BulkResults({ results, before }: Props) {
  const t = useT()
  // A withdrawal may come from beyond the first page of the list.
  const { data: now = [] } = trpc.admin.listWithdrawals.useQuery(firstPage('pending'))
  const rows = new Map([...before, ...now].map((row) => [row.id, row]))
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
                <strong>{describe(rows.get(id)) ?? id.slice(0, 8)}</strong>
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

function describe(row: Row | undefined): string | undefined {
  return row && `${row.userName}, ${formatKes(row.amountKes)}`
}
