import { createHash, randomBytes } from 'node:crypto'

/** `u` opens a member's session, `a` a staff session, `k` is a script's key, `l` is mailed in a link and works once. */
export type TokenKind = 'u' | 'a' | 'k' | 'l'

/**
 * A new secret for `ownerId`, who is named in it so that looking it up is one primary-key read. Only `tokenHash` is
 * stored: with 256 random bits a fast hash cannot be turned back, and a stolen database opens no session.
 */
export function createToken(kind: TokenKind, ownerId: string): { token: string; tokenHash: Buffer } {
  const owner = Buffer.from(ownerId.replaceAll('-', ''), 'hex')
  const token = `${kind}_${owner.toString('base64url')}${randomBytes(32).toString('base64url')}`
  return { token, tokenHash: hashToken(token) }
}

/** Covers the whole token, its kind and owner included: none of its parts can be exchanged. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
