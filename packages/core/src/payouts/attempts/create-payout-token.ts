import { createHash, randomBytes } from 'node:crypto'

/**
 * Names an attempt in a call-back's address. Hexadecimal, because Safaricom refuses addresses with words such as
 * `exe`, `cmd` or `sql` in them, which base64 sooner or later spells. Only the hash is kept.
 */
export function createPayoutToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('hex')
  return { token, hash: hashPayoutToken(token) }
}

export function hashPayoutToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
