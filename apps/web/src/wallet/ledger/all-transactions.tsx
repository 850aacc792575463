import { Title } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import noHistory from '../../art/no-history.svg'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import { TimeZoneNote } from '../../ui/figures/time-zone-note.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { LoadMore } from '../../ui/states/load-more.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { TransactionList } from './transaction-list.tsx'

/** All of the member's postings, page by page. */
export function AllTransactions() {
  const t = useT()
  const query = useInfiniteQuery(transactionPages(trpc.useUtils().client))
  return (
    <Panel aria-labelledby="transactions">
      <Title order={2} id="transactions">
        {t('transactions.title')}
      </Title>
      <TimeZoneNote />
      <QueryView query={query} skeleton={<Skeletons count={5} height={64} />}>
        {({ pages }) =>
          pages[0]?.length ? (
            <TransactionList transactions={pages.flat()} label={t('transactions.title')} />
          ) : (
            <EmptyState
              art={noHistory}
              title={t('transactions.emptyTitle')}
              text={t('transactions.emptyText')}
            />
          )
        }
      </QueryView>
      <LoadMore query={query} mt="sm" />
    </Panel>
  )
}

const PAGE_SIZE = 20

/** Load postings page by page. tRPC's own infinite query requires an input named `cursor`; here it is `before`. */
export function transactionPages(client: ApiClient) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(trpc.wallet.listTransactions), 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.wallet.listTransactions.query(
        { limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    // A member's posting ids count from 1 without gaps, so nothing precedes 1.
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return last && last.id > 1 ? last.id : null
    },
  })
}
