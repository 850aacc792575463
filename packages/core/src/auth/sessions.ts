import { createHash, randomBytes } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { lockOpenSession } from '@chuma/db/queries/auth/sessions'
import Bowser from 'bowser'
import { AppError } from '../app-error.ts'
import type { Caller, SignedInMember } from '../caller.ts'

const SHAPE = /^([uakldwcov])_([\w-]{22})[\w-]{43}$/
const KINDS: Record<string, TokenKind> = {
  u: 'u',
  a: 'a',
  k: 'k',
  l: 'l',
  d: 'd',
  w: 'w',
  c: 'c',
  o: 'o',
  v: 'v',
}

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

/**
 * `u`: a member's session, `a`: a staff session, `k`: an API key, `l`: a mailed link, which works once, `d`: a known device,
 * which opens nothing, `w`: the link "This wasn't me" of a security mail, `c`: a client's session, `o`: a link of a client,
 * `v`: a link to sign a survey off.
 */
type TokenKind = 'u' | 'a' | 'k' | 'l' | 'd' | 'w' | 'c' | 'o' | 'v'

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

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/**
 * Name a browser so that its owner recognises it: `Chrome on Android`. Only names known to the library are used: the user
 * agent is any text, and our mails contain the result.
 */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const browserName = browser.name && BROWSERS.has(browser.name) ? browser.name : null
  const systemName = os.name && SYSTEMS.has(os.name) ? os.name : null
  if (browserName && systemName) return `${browserName} on ${systemName}`
  return browserName ?? systemName ?? 'Unknown device'
}

/**
 * Require, in the transaction of a call that moves money or credentials, that the call's session has not ended since the caller
 * was identified: the account's owner may have pressed "This wasn't me" in between (docs/decisions/0078). Call it after a lock
 * on the member's row or wallet.
 * @throws AppError NOT_SIGNED_IN
 */
export async function requireLiveSession(trx: Trx, member: Pick<SignedInMember, 'memberId' | 'tokenHash'>) {
  if (!(await lockOpenSession(trx, member))) throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
}

/** Require a signed-in member. The only such check, for tRPC and REST. */
export function requireMember(caller: Caller): SignedInMember {
  if (!caller.member) throw notSignedIn(caller)
  return caller.member
}

/** Tell a caller without a token from one whose token opens nothing here. */
export function notSignedIn({ member, staff, apiKey, client, hasDeadToken }: Caller): AppError {
  if (member || staff || apiKey || client) return new AppError('NOT_SIGNED_IN', { why: 'otherSide' })
  return new AppError('NOT_SIGNED_IN', hasDeadToken ? { why: 'ended' } : {})
}

/** A member's session ends after `idleDays` without use; its last use is recorded at most every `seenEveryMinutes`. */
export const SESSION_TERMS = { idleDays: 30, seenEveryMinutes: 5 }

/** How long a session that a mailed link opened may set a password without the old one. */
export const RESET_MINUTES = 10

/** Require premium. It is read with every call by the database's clock, because it can end during a session. */
export function requirePremium(member: SignedInMember): SignedInMember {
  if (!member.isPremium) throw new AppError('PREMIUM_REQUIRED')
  return member
}
