import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'

type Options<Row, Place> = {
  /** Starts with tRPC's key of the call, so that invalidating the call invalidates this list too. */
  key: readonly unknown[]
  load: (place: Place | null, signal: AbortSignal) => Promise<Row[]>
  placeOf: (row: Row) => Place
  size: number
}

/**
 * Load a list page by page. tRPC's own infinite query requires an input named `cursor`; here the last row is the
 * cursor.
 */
export function usePages<Row, Place>({ key, load, placeOf, size }: Options<Row, Place>) {
  return useInfiniteQuery<Row[], Error, InfiniteData<Row[]>, readonly unknown[], Place | null>({
    queryKey: [...key, 'all'],
    queryFn: ({ pageParam, signal }) => load(pageParam as Place | null, signal),
    initialPageParam: null,
    getNextPageParam: (page) => {
      const last = page.length < size ? undefined : page.at(-1)
      return last === undefined ? null : placeOf(last)
    },
    staleTime: 0,
  })
}
