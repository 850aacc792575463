/**
 * Take the one-time token of a mailed link (`?token=`) from the address and remove it there: it must not be bookmarked,
 * shared, sent as a referrer or redeemed again by a reload.
 */
export function takeLinkToken(): string | null {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return null
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
  return token
}
