import { findApiKey, touchApiKey } from '@chuma/db/queries/api-keys'
import { findSession, touchSession } from '@chuma/db/queries/sessions'
import { findStaffSession } from '@chuma/db/queries/staff'
import type { ApiKeyCaller, Caller, SignedInMember, SignedInStaff } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { toStorableAddress } from '../to-storable-address.ts'
import { parseToken } from './parse-token.ts'

type Credentials = { token: string | undefined; address: string | null; userAgent: string | null }
type SessionKey = { ownerId: string; tokenHash: Buffer }

/** A member's session ends when it goes unused for so long; it is written down as seen no more often than this. */
const MEMBER_SESSION = { idleDays: 30, seenEveryMinutes: 5 }
/** A staff session ends whatever happens. */
const STAFF_SESSION_HOURS = 12

/**
 * Who sent this token. Read anew for every call, so that a revoked session, a disabled account or a role taken away
 * counts at once. A token that opens nothing makes a visitor: it is the guards that refuse him.
 */
export async function identifyCaller(
  deps: Deps,
  { token, address, userAgent }: Credentials,
): Promise<Caller> {
  const parsed = token === undefined ? null : parseToken(token)
  return {
    member: parsed?.kind === 'u' ? await identifyMember(deps, parsed) : null,
    staff: parsed?.kind === 'a' ? await identifyStaff(deps, parsed) : null,
    apiKey: parsed?.kind === 'k' ? await identifyApiKey(deps, parsed, toStorableAddress(address)) : null,
    address: toStorableAddress(address),
    userAgent,
  }
}

async function identifyMember(
  { db, accounts }: Deps,
  { ownerId, tokenHash }: SessionKey,
): Promise<SignedInMember | null> {
  const key = { memberId: ownerId, tokenHash }
  const terms = { ...MEMBER_SESSION, isVerificationRequired: accounts.isVerificationRequired }
  const found = await findSession(db, key, terms)
  if (!found) return null
  const { isSeenLate, ...member } = found
  if (isSeenLate) await touchSession(db, key, terms)
  return { ...member, tokenHash }
}

async function identifyStaff(
  { db }: Deps,
  { ownerId, tokenHash }: SessionKey,
): Promise<SignedInStaff | null> {
  const found = await findStaffSession(db, { staffId: ownerId, tokenHash }, STAFF_SESSION_HOURS)
  return found ? { ...found, tokenHash } : null
}

async function identifyApiKey(
  { db }: Deps,
  { ownerId, tokenHash }: SessionKey,
  address: string | null,
): Promise<ApiKeyCaller | null> {
  const found = await findApiKey(db, { keyId: ownerId, tokenHash })
  if (!found) return null
  const { isSeenLate, ...apiKey } = found
  if (isSeenLate) await touchApiKey(db, { keyId: ownerId, address })
  return apiKey
}
