import type { StaffLoginInput, StaffSession } from '@chuma/contract/admin/admin'
import type { PasskeyAnswer } from '@chuma/contract/auth/passkeys'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { hasSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { findStaffByUsername, lockStaff } from '@chuma/db/queries/admin/staff'
import { insertStaffSession } from '@chuma/db/queries/admin/staff-sessions'
import { countPasskeys, markPasskeyUsed } from '@chuma/db/queries/auth/passkeys'
import { AppError } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import { countLogIn } from '../../auth/devices/count-log-in.ts'
import { rememberStaffDevice } from '../../auth/devices/remember-staff-device.ts'
import { type SpentFactor, spendSecondFactor } from '../../auth/factor/spend-second-factor.ts'
import { type VerifiedPasskey, verifyPasskey } from '../../auth/passkeys/verify-passkey.ts'
import { staffOwner } from '../../auth/step-up/factor-holder.ts'
import { listWays } from '../../auth/step-up/list-ways.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

type Proof = { code: string | undefined; passkey: VerifiedPasskey | undefined }
type Checked = Proof & {
  id: string
  username: string
  passwordHash: string
  known: Buffer | null
  isAsked: boolean | undefined
}

/**
 * Sign staff in. Names are compared case-insensitively. A wrong code counts like a wrong password: someone who knows the
 * password must not be able to try all codes.
 * @throws AppError THROTTLED; INVALID_STAFF_CREDENTIALS for a wrong password and for an unknown, disabled or expired
 * account; SECOND_FACTOR_REQUIRED and SECOND_FACTOR_INVALID only after the right password
 */
export async function logInStaff(deps: Deps, caller: Caller, input: StaffLoginInput): Promise<StaffSession> {
  const username = input.username.toLowerCase()
  const { deviceToken, rememberDevice } = input
  const { known, turn, forget } = await countLogIn(deps, caller, {
    side: 'staff',
    account: username,
    deviceToken,
  })
  const found = await findStaffByUsername(deps.db, username)
  const matches = await deps.passwords.matches(found?.passwordHash, input.password, turn)
  if (!found?.isOpen || !matches) throw new AppError('INVALID_STAFF_CREDENTIALS')

  const passkey = input.passkey && (await verifyForLogin(deps, found.id, input.passkey))
  const session = await deps.db.transaction().execute((trx) =>
    openStaffSession(deps, trx, {
      ...found,
      caller,
      code: input.code,
      passkey,
      known,
      isAsked: rememberDevice,
    }),
  )
  await forget()
  return session
}

async function verifyForLogin(deps: Deps, staffId: string, answer: PasskeyAnswer) {
  const owner = staffOwner(staffId)
  const bound = { ...owner, sessionHash: null, purpose: 'log-in' } as const
  const verified = await verifyPasskey(deps, { owner, bound, answer })
  if (!verified) throw new AppError('SECOND_FACTOR_INVALID')
  return verified
}

async function openStaffSession(
  deps: Deps,
  trx: Trx,
  {
    caller: { address, userAgent },
    id,
    username,
    passwordHash,
    known,
    isAsked,
    ...proof
  }: Checked & { caller: Caller },
): Promise<StaffSession> {
  // The account may have been disabled or the password changed while this one was being checked.
  const staff = await lockStaff(trx, id)
  if (!staff || staff.disabledAt || staff.passwordHash !== passwordHash) {
    throw new AppError('INVALID_STAFF_CREDENTIALS')
  }
  const factor = await passSecondFactor(deps, trx, { staffId: id, ...proof })
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
  const device = await rememberStaffDevice(trx, { staffId: id, known, isAsked })
  return { token, admin: { id, username, role: staff.role }, ...device }
}

async function passSecondFactor(
  deps: Deps,
  trx: Trx,
  { staffId, code, passkey }: Proof & { staffId: string },
): Promise<SpentFactor | null> {
  const has = {
    isTotpOn: await hasSecondFactor(trx, staffOwner(staffId)),
    hasPasskey: (await countPasskeys(trx, staffOwner(staffId))) > 0,
  }
  if (!has.isTotpOn && !has.hasPasskey) return null
  if (passkey) {
    if (!(await markPasskeyUsed(trx, passkey))) throw new AppError('SECOND_FACTOR_INVALID')
    return { secondFactor: 'passkey' }
  }
  if (code === undefined) throw new AppError('SECOND_FACTOR_REQUIRED', { ways: listWays(has) })
  const spent = await spendSecondFactor(deps, trx, { owner: staffOwner(staffId), code })
  if (!spent) throw new AppError('SECOND_FACTOR_INVALID')
  return spent
}
