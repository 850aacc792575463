type Query = { isFetched: boolean; isPaused: boolean }

/**
 * Answered or refused once, or not asked at all for want of a network. Asking again changes nothing about it: a page that
 * gave way to its skeleton meanwhile would ask again when it comes back, for ever.
 */
export function isSettled({ isFetched, isPaused }: Query): boolean {
  return isFetched || isPaused
}
