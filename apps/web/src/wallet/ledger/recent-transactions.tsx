import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import noHistory from '../../art/no-history.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { TimeZoneNote } from '../../ui/figures/time-zone-note.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { TransactionList } from './transaction-list.tsx'

const SHOWN = 10

export function RecentTransactions() {
  const t = useT()
  const transactions = trpc.wallet.listTransactions.useQuery({ limit: SHOWN })
  return (
    <Panel aria-labelledby="recent-title">
      <Title order={2} size="h3" id="recent-title">
        {t('dashboard.recent')}
      </Title>
      <TimeZoneNote />
      <QueryView query={transactions} skeleton={<Skeletons count={4} height={64} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              art={noHistory}
              title={t('transactions.emptyTitle')}
              text={t('transactions.emptyText')}
            />
          ) : (
            <>
              <TransactionList transactions={list} label={t('dashboard.recent')} />
              <Link to="/withdraw" hash="transactions" className={blocks.link}>
                {t('dashboard.allTransactions')}
              </Link>
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}
