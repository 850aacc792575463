import { createHash, randomBytes } from 'node:crypto'

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
