import { Button } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import noHistory from '../../art/no-history.svg'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { LoadMore } from '../../ui/states/load-more.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import type { ActivityFilter } from './activity-filter.ts'
import { ActivityLine } from './activity-line.tsx'
import { MovementList } from './movement-row.tsx'

/** The lines page by page, newest first. */
export function ActivityLines({ filter }: { filter: ActivityFilter }) {
  const t = useT()
  const query = useInfiniteQuery(activityPages(trpc.useUtils().client, filter))
  return (
    <>
      <ResultCount count={query.data?.pages.flat().length} />
      <QueryView query={query} skeleton={<Skeletons count={6} height={72} />}>
        {({ pages }) =>
          pages[0]?.length ? (
            <MovementList aria-label={t('activity.list')}>
              {pages.flat().map((line) => (
                <ActivityLine key={line.id} line={line} />
              ))}
            </MovementList>
          ) : (
            <NoLines isFiltered={Object.keys(filter).length > 0} />
          )
        }
      </QueryView>
      <LoadMore query={query} mt="sm" />
    </>
  )
}

function NoLines({ isFiltered }: { isFiltered: boolean }) {
  const t = useT()
  if (!isFiltered)
    return <EmptyState art={noHistory} title={t('activity.emptyTitle')} text={t('activity.emptyText')} />
  return (
    <EmptyState
      title={t('activity.noMatchTitle')}
      text={t('activity.noMatchText')}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/activity" {...props} />}>
          {t('activity.clearFilters')}
        </Button>
      }
    />
  )
}

const PAGE_SIZE = 20

/** Load lines page by page. tRPC's own infinite query requires an input named `cursor`; here it is `before`. */
export function activityPages(client: ApiClient, filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(trpc.wallet.listActivity), 'all', filter],
    queryFn: ({ pageParam, signal }) =>
      client.wallet.listActivity.query(
        { ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
