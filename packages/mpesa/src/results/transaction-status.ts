const failed = new Set(['cancelled', 'declined', 'expired', 'failed'])

/** Initiated, Authorized, Pending and future statuses decide nothing: the payout stays unknown. */
export function classifyTransactionStatus(status: string | undefined): 'paid' | 'failed' | 'unknown' {
  const word = status?.trim().toLowerCase() ?? ''
  if (word === 'completed') return 'paid'
  return failed.has(word) ? 'failed' : 'unknown'
}
