import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '../../trpc.ts'
import type { ActivityFilter } from './activity-filter.ts'

const PAGE_SIZE = 20

/** tRPC's own infinite query wants an input named `cursor`; this list is paged by the line `before` which a page begins. */
export function useActivity(filter: ActivityFilter) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
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
