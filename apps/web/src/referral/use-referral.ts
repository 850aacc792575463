import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { type ApiClient, trpc } from '../trpc.ts'

const PAGE_SIZE = 20

/** Load friends page by page. tRPC's own infinite query requires an input named `cursor`; here it is `before`. */
export function referralPages(client: ApiClient) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(trpc.referral.getReferral), 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.referral.getReferral.query(
        { limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ friends }) => (friends.length < PAGE_SIZE ? null : (friends.at(-1)?.id ?? null)),
    // A friend can join or be paid at any time.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function useReferral() {
  return useInfiniteQuery(referralPages(trpc.useUtils().client))
}
