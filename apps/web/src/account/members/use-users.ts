import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '../../trpc.ts'
import { type MemberFilter, toListInput } from './member-filter.ts'

const PAGE_SIZE = 25

/** A page of members at a time. tRPC's own infinite query wants an input named `cursor`. */
export function useUsers(filter: MemberFilter) {
  const { client } = trpc.useUtils()
  const input = toListInput(filter)
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.admin.listMembers), 'all', input],
    queryFn: ({ pageParam, signal }) =>
      client.admin.listMembers.query(
        { ...input, limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
  })
}
