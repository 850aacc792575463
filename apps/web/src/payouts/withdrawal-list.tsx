import type { Withdrawal, WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { Button, Checkbox, Group, Title } from '@mantine/core'
import { useState } from 'react'
import noWithdrawals from '../art/no-withdrawals.svg'
import nothingToReview from '../art/nothing-to-review.svg'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Panel } from '../ui/page/panel.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorState } from '../ui/states/error-state.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { firstPage, PAGE_SIZE } from './first-page.ts'
import type { Selection } from './selection.ts'
import classes from './withdrawal-list.module.css'
import { WithdrawalRow } from './withdrawal-row.tsx'

const MOVING_POLL_MS = 3000
const IDLE_POLL_MS = 30_000

type Props = {
  status: WithdrawalStatus | undefined
  title?: string
  /** Only this member's withdrawals. */
  memberId?: string
  selection?: Selection
}

/** One page of withdrawals, oldest first. Polls while payouts are in progress. */
export function WithdrawalList({ status, title, memberId, selection }: Props) {
  const t = useT()
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listWithdrawals.useQuery(
    { ...firstPage(status), ...(memberId && { memberId }), ...(after && { after }) },
    {
      refetchInterval: ({ state }) => (state.data?.some(isPayoutMoving) ? MOVING_POLL_MS : IDLE_POLL_MS),
    },
  )
  const rows = query.data
  const last = rows?.length === PAGE_SIZE ? rows.at(-1) : undefined
  return (
    <div>
      {title && (
        <Title order={3} mb="xs">
          {title}
          {rows && rows.length > 0 && <span className={classes.count}>{rows.length}</span>}
        </Title>
      )}
      {!rows && !query.isError && <Skeletons count={2} height={112} />}
      {!rows && query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && (
        <Panel tone="quiet">
          <EmptyState
            art={status === 'pending' ? nothingToReview : noWithdrawals}
            title={t('admin.emptyTitle')}
            text={t(status === 'pending' ? 'admin.emptyPending' : 'admin.emptyOther')}
          />
        </Panel>
      )}
      {selection && rows && rows.length > 1 && (
        <SelectPage ids={rows.map(({ id }) => id)} selection={selection} />
      )}
      <ul className={classes.list}>
        {rows?.map((row) => (
          <WithdrawalRow key={row.id} withdrawal={row} {...(selection && { selection })} />
        ))}
      </ul>
      <Group mt="sm" justify="center">
        {after && (
          <Button variant="subtle" onClick={() => setAfter(undefined)}>
            {t('admin.first')}
          </Button>
        )}
        {last && (
          <Button variant="default" onClick={() => setAfter(last.id)}>
            {t('admin.next')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function SelectPage({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const t = useT()
  const count = ids.filter(selection.isSelected).length
  return (
    <Checkbox
      label={t('bulk.selectPage')}
      radius="xs"
      classNames={{ body: classes.pick ?? '' }}
      checked={count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={({ currentTarget }) => selection.setAll(ids, currentTarget.checked)}
    />
  )
}

/** Whether the payout is in progress and may settle at any moment. */
function isPayoutMoving({ status, payoutState }: Pick<Withdrawal, 'status' | 'payoutState'>): boolean {
  switch (payoutState) {
    case 'queued':
    case 'sending':
    case 'sent':
    case 'unknown':
      return status === 'approved'
    default:
      return false
  }
}
