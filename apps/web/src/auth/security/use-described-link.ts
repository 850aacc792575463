import { useQuery } from '@tanstack/react-query'
import { isApiError, trpc } from '../../trpc.ts'

/** What the link would do. A mutation, because a query's input would be in the address of the call. */
export function useDescribedLink(token: string) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['described-link', token],
    queryFn: () => client.auth.describeLink.mutate({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (count, error) => count < 2 && !isApiError(error),
  })
}
