import { createHash, randomBytes } from 'node:crypto'

/**
 * `u`: a member's session, `a`: a staff session, `k`: an API key, `l`: a mailed link, which works once, `d`: a known device,
 * which opens nothing, `w`: the link "This wasn't me" of a security mail, `c`: a client's session, `o`: a link of a client.
 */
export type TokenKind = 'u' | 'a' | 'k' | 'l' | 'd' | 'w' | 'c' | 'o'

/**
 * Create a secret for `ownerId`, which it contains so that its lookup is one primary-key read. Only `tokenHash` is stored:
 * with 256 random bits a fast hash is safe, and a stolen database opens no session.
 */
export function createToken(kind: TokenKind, ownerId: string): { token: string; tokenHash: Buffer } {
  const owner = Buffer.from(ownerId.replaceAll('-', ''), 'hex')
  const token = `${kind}_${owner.toString('base64url')}${randomBytes(32).toString('base64url')}`
  return { token, tokenHash: hashToken(token) }
}

/** Hash the whole token, so that its kind or owner cannot be replaced. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
