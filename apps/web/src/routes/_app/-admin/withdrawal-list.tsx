import type { WithdrawalStatus } from '@chuma/contract/wallet'
import { Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { isPayoutMoving } from '../../../wallet/is-payout-moving.ts'
import { firstPage, PAGE_SIZE } from './first-page.ts'
import classes from './withdrawal-list.module.css'
import { WithdrawalRow } from './withdrawal-row.tsx'

const MOVING_POLL_MS = 3000
const IDLE_POLL_MS = 30_000

export type Selection = { isSelected: (id: string) => boolean; toggle: (id: string) => void }
type Props = { status: WithdrawalStatus | undefined; title?: string; selection?: Selection }

/** One page of withdrawals, oldest first. It follows payouts that are under way by itself. */
export function WithdrawalList({ status, title, selection }: Props) {
  const t = useT()
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listWithdrawals.useQuery(
    { ...firstPage(status), ...(after && { after }) },
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
      {!rows && query.isError && <ErrorState onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && (
        <Panel tone="quiet">
          <EmptyState
            title={t('admin.emptyTitle')}
            text={t(status === 'pending' ? 'admin.emptyPending' : 'admin.emptyOther')}
          />
        </Panel>
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
