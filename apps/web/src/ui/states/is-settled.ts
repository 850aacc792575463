type Query = { isFetched: boolean; isPaused: boolean }

/**
 * Whether a query was answered or refused, or paused without a network. A refetch does not change this: a page that
 * switched back to its skeleton would remount and refetch forever.
 */
export function isSettled({ isFetched, isPaused }: Query): boolean {
  return isFetched || isPaused
}
