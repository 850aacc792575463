import { Title } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useT } from '../../../i18n/use-t.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import type { useWithdrawals } from '../../../wallet/use-withdrawals.ts'
import classes from './withdrawal-history.module.css'
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
            <EmptyState
              icon={<IconReceipt />}
              title={t('history.emptyTitle')}
              text={t('history.emptyText')}
            />
          ) : (
            <ul className={classes.list} aria-labelledby="history-title">
              {withdrawals.map((withdrawal) => (
                <WithdrawalItem key={withdrawal.id} withdrawal={withdrawal} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  )
}
