import { isIP } from 'node:net'
import type { Language } from '@chuma/contract/platform'
import type { Db } from '@chuma/db/client'
import { findApiKey, touchApiKey } from '@chuma/db/queries/admin/api-keys'
import { findStaffSession, touchStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { findPersonOf } from '@chuma/db/queries/auth/people'
import { findSession, findStaffSide, touchSession, touchStaffSide } from '@chuma/db/queries/auth/sessions'
import { findClientSession, touchClientSession } from '@chuma/db/queries/clients/client-sessions'
import type { Caller, MemberStaffSide, SignedInClient, SignedInMember, SignedInStaff } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { preferLanguage } from '../language/prefer-language.ts'
import { parseToken, SESSION_TERMS } from './sessions.ts'
import { findOwnersRole, isAllowed, STAFF_SESSION_TERMS } from './staff.ts'
import { listWays } from './step-up/proof.ts'

type Credentials = {
  token: string | undefined
  address: string | null
  userAgent: string | null
  acceptLanguage?: string | undefined
  /** The page made the call, not a person: it keeps no staff session alive. */
  isBackground?: boolean
}
type SessionKey = { ownerId: string; tokenHash: Buffer }

/**
 * Identify who sent this token. Read for every call, so that a revoked session, a disabled account or a removed role counts
 * immediately. An invalid token identifies a visitor; the guards refuse visitors.
 */
export async function identifyCaller(
  deps: Deps,
  { token, address, userAgent, acceptLanguage, isBackground = false }: Credentials,
): Promise<Caller> {
  const parsed = token === undefined ? null : parseToken(token)
  const { language, member } =
    parsed?.kind === 'u' ? await identifyMember(deps, parsed, isBackground) : nobody
  const staff = parsed?.kind === 'a' ? await identifyStaff(deps, parsed, isBackground) : null
  const apiKey = parsed?.kind === 'k' ? await identifyApiKey(deps, parsed, toStorableAddress(address)) : null
  const client = parsed?.kind === 'c' ? await identifyClient(deps.db, parsed, isBackground) : null
  return {
    member,
    staff,
    apiKey,
    ...(client && { client }),
    ...(token !== undefined && !member && !staff && !apiKey && !client ? { hasDeadToken: true } : {}),
    address: toStorableAddress(address),
    userAgent,
    language: language ?? preferLanguage(acceptLanguage),
  }
}

type Identified = { member: SignedInMember | null; language: Language | null }
const nobody: Identified = { member: null, language: null }

async function identifyMember(deps: Deps, { ownerId, tokenHash }: SessionKey, isBackground: boolean) {
  const { db, accounts } = deps
  const key = { memberId: ownerId, tokenHash }
  const terms = { ...SESSION_TERMS, isVerificationRequired: accounts.isVerificationRequired }
  const found = await findSession(db, key, terms)
  if (!found) return nobody
  const { isSeenLate, language, ...member } = found
  if (isSeenLate) await touchSession(db, key, terms)
  const role = member.adminRole
  // A role without a known person behind it could decide about its own credits from another account.
  const adminRole = role && (await findPersonOf(db, `member:${ownerId}`)) ? role : null
  const staffSide = adminRole && { staffSide: await describeStaffSide(deps, key, isBackground) }
  return { member: { ...member, adminRole, ...staffSide, tokenHash }, language }
}

async function describeStaffSide(
  { db, accounts }: Deps,
  key: { memberId: string; tokenHash: Buffer },
  isBackground: boolean,
): Promise<MemberStaffSide> {
  const found = await findStaffSide(db, key, STAFF_SESSION_TERMS)
  const { isTotpOn, hasPasskey, isFresh, isProofInTime } = found
  const isSecondFactorOn = isTotpOn || hasPasskey
  if (isProofInTime && found.isSeenLate && !isBackground) await touchStaffSide(db, key, STAFF_SESSION_TERMS)
  const ways = isSecondFactorOn ? listWays({ isTotpOn, hasPasskey }) : (['password'] as const)
  return {
    isSecondFactorOn,
    isTotpOn,
    isSecondFactorMissing: accounts.isSecondFactorRequired && !isSecondFactorOn,
    isProofDue: isSecondFactorOn && !isProofInTime,
    proof: { isFresh, ways },
  }
}

async function identifyStaff(
  { db, accounts }: Deps,
  { ownerId, tokenHash }: SessionKey,
  isBackground: boolean,
): Promise<SignedInStaff | null> {
  const key = { staffId: ownerId, tokenHash }
  const found = await findStaffSession(db, key, STAFF_SESSION_TERMS)
  if (!found) return null
  const { isSeenLate, isFresh, hasPasskey, ...staff } = found
  if (isSeenLate && !isBackground) await touchStaffSession(db, key, STAFF_SESSION_TERMS)
  const isSecondFactorMissing = accounts.isSecondFactorRequired && !staff.isSecondFactorOn
  const ways = staff.isSecondFactorOn
    ? listWays({ isTotpOn: staff.isTotpOn, hasPasskey })
    : (['password'] as const)
  return { ...staff, isSecondFactorMissing, proof: { isFresh, ways }, tokenHash }
}

async function identifyApiKey(deps: Deps, { ownerId, tokenHash }: SessionKey, address: string | null) {
  const { db } = deps
  const found = await findApiKey(db, { keyId: ownerId, tokenHash, address })
  if (!found) return null
  const role = await findOwnersRole(deps, found)
  if (!role) return null
  const { keyId, name, isAtHome } = found
  if (found.isSeenLate) await touchApiKey(db, { keyId, address })
  const permissions = found.permissions.filter((permission) => isAllowed(role, permission))
  return isAtHome ? { keyId, name, permissions } : { keyId, name, permissions: [], isElsewhere: true }
}

/** A proxy's header can contain anything, and the database accepts only addresses, without an IPv6 zone. */
export function toStorableAddress(address: string | null): string | null {
  const [plain = ''] = address?.split('%') ?? []
  return isIP(plain) ? plain : null
}

/**
 * A client's session ends after `maxHours`, even in use, and after `idleMinutes` without a call that a person made. Its last use is
 * recorded at most every `seenEveryMinutes`.
 */
export const CLIENT_SESSION_TERMS = { maxHours: 12, idleMinutes: 120, seenEveryMinutes: 5 }

/** Identify someone of an organisation by the token of their session. Null: it opens nothing, or nothing any more. */
async function identifyClient(
  db: Db,
  { ownerId, tokenHash }: { ownerId: string; tokenHash: Buffer },
  isBackground: boolean,
): Promise<SignedInClient | null> {
  const key = { userId: ownerId, tokenHash }
  const found = await findClientSession(db, key, CLIENT_SESSION_TERMS)
  if (!found) return null
  const { isSeenLate, ...user } = found
  if (isSeenLate && !isBackground) await touchClientSession(db, key)
  return { ...user, tokenHash }
}
