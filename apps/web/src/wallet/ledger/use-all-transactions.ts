import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '../../trpc.ts'

const PAGE_SIZE = 20

/** tRPC's own infinite query wants an input named `cursor`; this list is paged by the id `before` which a page begins. */
export function useAllTransactions() {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.wallet.listTransactions), 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.wallet.listTransactions.query(
        { limit: PAGE_SIZE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    // Ids count a member's movements from 1 without a gap, so only 1 has nothing before it.
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return last && last.id > 1 ? last.id : null
    },
  })
}
