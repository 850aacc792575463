import { hashToken, type TokenKind } from './create-token.ts'

const SHAPE = /^([uakldwco])_([\w-]{22})[\w-]{43}$/
const KINDS: Record<string, TokenKind> = { u: 'u', a: 'a', k: 'k', l: 'l', d: 'd', w: 'w', c: 'c', o: 'o' }

/** Parse a token into its claimed owner and its stored hash. Null for anything that cannot be a token. */
export function parseToken(token: string): { kind: TokenKind; ownerId: string; tokenHash: Buffer } | null {
  const [, letter = '', owner = ''] = SHAPE.exec(token) ?? []
  const kind = KINDS[letter]
  if (!kind) return null
  const hex = Buffer.from(owner, 'base64url').toString('hex')
  return {
    kind,
    ownerId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    tokenHash: hashToken(token),
  }
}
