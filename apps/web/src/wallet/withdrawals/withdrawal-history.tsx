import type { Withdrawal } from '@chuma/contract/wallet/wallet'
import { Group, Title } from '@mantine/core'
import noWithdrawals from '../../art/no-withdrawals.svg'
import withdrawalAsked from '../../art/withdrawal-asked.svg'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Panel } from '../../ui/page/panel.tsx'
import { Drawing } from '../../ui/states/drawing.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useExpectedPayouts } from './use-expected-payouts.ts'
import type { useWithdrawals } from './use-withdrawals.ts'
import { WithdrawalItem } from './withdrawal-item.tsx'

type Props = { query: ReturnType<typeof useWithdrawals> }

export function WithdrawalHistory({ query }: Props) {
  const t = useT()
  return (
    <Panel aria-labelledby="history-title">
      <Title order={2} id="history-title" mb="xs">
        {t('history.title')}
      </Title>
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(withdrawals) =>
          withdrawals.length === 0 ? (
            <EmptyState art={noWithdrawals} title={t('history.emptyTitle')} text={t('history.emptyText')} />
          ) : (
            <>
              {isUnderWay(withdrawals[0]) && (
                <Group justify="center" mb="xs">
                  <Drawing src={withdrawalAsked} />
                </Group>
              )}
              <Withdrawals withdrawals={withdrawals} />
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}

function Withdrawals({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const expected = useExpectedPayouts(withdrawals)
  return (
    <ul className={blocks.list} aria-labelledby="history-title">
      {withdrawals.map((withdrawal) => (
        <WithdrawalItem
          key={withdrawal.id}
          withdrawal={withdrawal}
          expected={expected.get(withdrawal.id) ?? null}
        />
      ))}
    </ul>
  )
}

/** Whether it was requested and not settled yet: its money is on the way. */
function isUnderWay(newest: Withdrawal | undefined): boolean {
  return newest !== undefined && (newest.status === 'pending' || newest.status === 'approved')
}
