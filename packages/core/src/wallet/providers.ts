import { createHash, randomBytes } from 'node:crypto'

/** Proof that no money moves, except for `isBusy`. */
export type NotSent = {
  outcome: 'not-sent'
  code: string
  reason: string
  /** All later payouts would fail too, until staff have fixed the cause. */
  stopQueue: boolean
  /** The same payment, with the same id, may be sent again automatically. */
  retryable: boolean
  /** Not proof: the provider itself says that it is busy. Some take the payment all the same. */
  isBusy?: true
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

/**
 * Create the token of an attempt's callback address. Hexadecimal, because Safaricom refuses addresses containing `exe`,
 * `cmd` or `sql`, which base64 would produce sooner or later. Only the hash is stored.
 */
export function createPayoutToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('hex')
  return { token, hash: hashPayoutToken(token) }
}

export function hashPayoutToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
