import type { StaffLoginInput, StaffSession } from '@chuma/contract/admin/admin'
import type { PasskeyAnswer } from '@chuma/contract/admin/passkeys'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { hasPasskey, markPasskeyUsed } from '@chuma/db/queries/admin/passkeys'
import { findSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { findStaffByUsername, lockStaff } from '@chuma/db/queries/admin/staff'
import { insertStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { AppError } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import { listWays } from '../../auth/step-up/list-ways.ts'
import { forgetAttempts } from '../../auth/throttle/forget-attempts.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type VerifiedPasskey, verifyPasskey } from '../passkeys/verify-passkey.ts'
import { type SpentFactor, spendSecondFactor } from './spend-second-factor.ts'

type Proof = { code: string | undefined; passkey: VerifiedPasskey | undefined }
type Checked = Proof & { id: string; username: string; passwordHash: string }

/**
 * Sign staff in. Names are compared case-insensitively. A wrong code counts like a wrong password: someone who knows the
 * password must not be able to try all codes.
 * @throws AppError THROTTLED; INVALID_STAFF_CREDENTIALS for a wrong password and for an unknown, disabled or expired
 * account; SECOND_FACTOR_REQUIRED and SECOND_FACTOR_INVALID only after the right password
 */
export async function logInStaff(deps: Deps, caller: Caller, input: StaffLoginInput): Promise<StaffSession> {
  const username = input.username.toLowerCase()
  await reserveAttempt(deps, 'log-in-staff-address', caller.address)
  await reserveAttempt(deps, 'log-in-staff-account', username)
  const found = await findStaffByUsername(deps.db, username)
  const matches = await deps.passwords.matches(found?.passwordHash, input.password)
  if (!found?.isOpen || !matches) throw new AppError('INVALID_STAFF_CREDENTIALS')

  const passkey = input.passkey && (await verifyForLogin(deps, found.id, input.passkey))
  const session = await deps.db
    .transaction()
    .execute((trx) => openStaffSession(trx, caller, { ...found, code: input.code, passkey }))
  await forgetAttempts(deps, 'log-in-staff-account', username)
  return session
}

async function verifyForLogin(deps: Deps, staffId: string, answer: PasskeyAnswer) {
  const verified = await verifyPasskey(deps, { staffId, sessionHash: null, purpose: 'log-in' }, answer)
  if (!verified) throw new AppError('SECOND_FACTOR_INVALID')
  return verified
}

async function openStaffSession(
  trx: Trx,
  { address, userAgent }: Caller,
  { id, username, passwordHash, ...proof }: Checked,
): Promise<StaffSession> {
  // The account may have been disabled or the password changed while this one was being checked.
  const staff = await lockStaff(trx, id)
  if (!staff || staff.disabledAt || staff.passwordHash !== passwordHash) {
    throw new AppError('INVALID_STAFF_CREDENTIALS')
  }
  const factor = await passSecondFactor(trx, id, proof)
  const { token, tokenHash } = createToken('a', id)
  await insertStaffSession(trx, { staffId: id, tokenHash, address, userAgent, isSteppedUp: true })
  const name = `staff:${username}`
  await insertAuditEntry(trx, {
    actor: name,
    action: 'log-in',
    subject: name,
    ...(factor ? { after: factor } : {}),
    address,
  })
  return { token, admin: { id, username, role: staff.role } }
}

async function passSecondFactor(
  trx: Trx,
  staffId: string,
  { code, passkey }: Proof,
): Promise<SpentFactor | null> {
  const isTotpOn = (await findSecondFactor(trx, staffId))?.isOn ?? false
  const has = { isTotpOn, hasPasskey: await hasPasskey(trx, staffId) }
  if (!has.isTotpOn && !has.hasPasskey) return null
  if (passkey) {
    if (!(await markPasskeyUsed(trx, passkey))) throw new AppError('SECOND_FACTOR_INVALID')
    return { secondFactor: 'passkey' }
  }
  if (code === undefined) throw new AppError('SECOND_FACTOR_REQUIRED', { ways: listWays(has) })
  const spent = await spendSecondFactor(trx, staffId, code)
  if (!spent) throw new AppError('SECOND_FACTOR_INVALID')
  return spent
}
