import type { ChangePasswordInput } from '@chuma/contract/account/account'
import type { StaffLoginInput, StaffSession } from '@chuma/contract/admin/admin'
import { PERMISSIONS } from '@chuma/contract/admin/permissions'
import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import { STAFF_PASSWORD_LENGTH } from '@chuma/contract/auth/auth-rules'
import type { PasskeyAnswer } from '@chuma/contract/auth/passkeys'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getSetUp } from '@chuma/db/queries/admin/set-up'
import { findStaffByUsername, lockStaff, replaceStaffPassword } from '@chuma/db/queries/admin/staff'
import {
  deleteSecondFactor,
  hasSecondFactor,
  insertSecondFactor,
  insertStaffSession,
  replaceRecoveryCodes,
  revokeStaffSessions,
} from '@chuma/db/queries/admin/staff-sessions'
import { countPasskeys, markPasskeyUsed } from '@chuma/db/queries/auth/passkeys'
import { forgetProofs } from '@chuma/db/queries/auth/sessions'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import { countLogIn, rememberStaffDevice } from '../../auth/devices.ts'
import {
  createRecoveryCodes,
  createTotpSecret,
  placeOfFactor,
  type SpentFactor,
  spendSecondFactor,
  turnOnFactor,
} from '../../auth/factor.ts'
import { type VerifiedPasskey, verifyPasskey } from '../../auth/passkeys/log-in-with-passkey.ts'
import { checkNewPassword, withOwnPassword } from '../../auth/passwords/new-password.ts'
import { createToken, requireLiveSession } from '../../auth/sessions.ts'
import { isAllowed, requireNewStaffAccount, requireNewStaffPerson } from '../../auth/staff.ts'
import {
  type FactorHolder,
  listWays,
  lockFactorOwner,
  markProven,
  noteFactorChange,
  requireFactorHolder,
  requireNewFactorHolder,
  requireStepUp,
  staffOwner,
} from '../../auth/step-up/proof.ts'
import { forgetAttempts, reserveAttempt, toSource } from '../../auth/throttle.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { notice } from '../../notice.ts'
import { isUnfinished } from '../set-up/set-up.ts'

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
  const verified = orRefuse(await verifyPasskey(deps, { owner, bound, answer }), 'SECOND_FACTOR_INVALID')
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

/**
 * Change the caller's password, end all sessions of the account and return a new one. A generated password's expiry ends.
 * @throws AppError INVALID_INPUT for a password that is common, unchanged, or too short for an account without a second
 * factor; WRONG_PASSWORD; THROTTLED
 */
export async function changeStaffPassword(
  deps: Deps,
  caller: Caller,
  { currentPassword, newPassword, rememberDevice }: ChangePasswordInput,
): Promise<StaffSession> {
  const { staffId, username, role, isSecondFactorOn, name, address } = requireNewStaffAccount(caller)
  const { alone, withSecondFactor } = STAFF_PASSWORD_LENGTH
  const least = isSecondFactorOn ? withSecondFactor : alone
  if (newPassword.length < least) throw invalidField('newPassword', 'TOO_SHORT', { min: least })
  if (newPassword === currentPassword) throw invalidField('newPassword', 'PASSWORD_UNCHANGED')
  checkNewPassword(newPassword, 'newPassword')

  return withOwnPassword(deps, { caller, password: currentPassword }, async (checked) => {
    const fresh = await deps.passwords.hash(newPassword, { room: 'staff', source: toSource(address) })
    const { token, tokenHash } = createToken('a', staffId)
    const device = await deps.db.transaction().execute(async (trx) => {
      // The password was changed while this one was being hashed.
      if (!(await replaceStaffPassword(trx, staffId, { checked, fresh })))
        throw new AppError('WRONG_PASSWORD')
      await revokeStaffSessions(trx, staffId)
      const isSteppedUp = !isSecondFactorOn
      const { userAgent } = caller
      await insertStaffSession(trx, { staffId, tokenHash, address, userAgent, isSteppedUp })
      await insertAuditEntry(trx, { actor: name, action: 'password.changed', subject: name, address })
      return rememberStaffDevice(trx, { staffId, isAsked: rememberDevice })
    })
    return { token, admin: { id: staffId, username, role }, ...device }
  })
}

/**
 * Turn the second factor on. Guesses are counted: someone with a stolen session would otherwise find a code, and get the
 * recovery codes.
 * @throws AppError INVALID_INPUT for a wrong code, NOT_FOUND if the setup was not started, SECOND_FACTOR_ON, THROTTLED
 */
export async function confirmSecondFactor(deps: Deps, caller: Caller, { code }: { code: string }) {
  const { owner } = requireNewFactorHolder(caller)
  await reserveAttempt(deps, 'password-check-account', owner.id)
  const recoveryCodes = await confirm(deps, caller, code)
  await forgetAttempts(deps, 'password-check-account', owner.id)
  return { recoveryCodes }
}

function confirm({ db, secrets }: Deps, caller: Caller, code: string): Promise<string[]> {
  const { owner, name, address } = requireNewFactorHolder(caller)
  return db.transaction().execute(async (trx) => {
    const codes = await turnOnFactor({ secrets }, trx, { owner, code })
    await insertAuditEntry(trx, { actor: name, action: 'second-factor.on', subject: name, address })
    await noteFactorChange(trx, owner, 'second-factor-on')
    if (owner.kind === 'member') await forgetProofs(trx, owner.id)
    await markProven(trx, caller)
    return codes
  })
}

/**
 * Create a secret for the authenticator app, shown only here. It counts once a code has proved that the app has it;
 * starting again replaces it.
 * @throws AppError WRONG_PASSWORD, THROTTLED, SECOND_FACTOR_ON
 */
export async function startSecondFactor(deps: Deps, caller: Caller, { password }: { password: string }) {
  const { owner, label, name, address, isSecondFactorOn } = requireNewFactorHolder(caller)
  // A stolen session must not add a factor of its own.
  if (isSecondFactorOn) requireStepUp(caller)
  return withOwnPassword(deps, { caller, password }, async () => {
    const started = createTotpSecret(label, (await deps.product()).name)
    const sealed = deps.secrets.seal(placeOfFactor(owner), started.secret)
    await deps.db.transaction().execute(async (trx) => {
      if (!(await insertSecondFactor(trx, owner, sealed))) throw new AppError('SECOND_FACTOR_ON')
      await insertAuditEntry(trx, { actor: name, action: 'second-factor.started', subject: name, address })
    })
    return started
  })
}

/** Describe the signed-in staff member and their permissions: a staff account, or a member with an admin role. */
export async function getStaffMember({ db, accounts }: Pick<Deps, 'db' | 'accounts'>, caller: Caller) {
  const { role } = requireNewStaffPerson(caller)
  const { staff, member } = caller
  const side = staff ?? member?.staffSide
  const isProofDue = member?.staffSide?.isProofDue ?? false
  return {
    id: staff?.staffId ?? member?.memberId ?? '',
    username: staff?.username ?? member?.email ?? '',
    role,
    email: staff ? staff.email : (member?.email ?? null),
    permissions: isProofDue ? [] : PERMISSIONS.filter((permission) => isAllowed(role, permission)),
    isSecondFactorOn: side?.isSecondFactorOn ?? false,
    isTotpOn: side?.isTotpOn ?? false,
    hasPasskey: side?.proof.ways.includes('passkey') ?? false,
    isSecondFactorMissing: side?.isSecondFactorMissing ?? false,
    isProofDue,
    isSecondFactorWaived: accounts.isSecondFactorWaived ?? false,
    passwordExpiresAt: staff?.passwordExpiresAt ?? null,
    isSetUpUnfinished: role === 'owner' && isUnfinished(await getSetUp(db)),
  }
}

/** Remove the second factor. Throws like `withBothFactors`. */
export function removeSecondFactor(deps: Deps, caller: Caller, proof: SecondFactorProof) {
  return withBothFactors(deps, { ...proof, caller }, async (trx, { holder, spent }) => {
    const { owner, name, address } = holder
    if (!holder.isTotpOn) throw new AppError('NOT_FOUND', { what: 'secondFactor' })
    await deleteSecondFactor(trx, owner)
    await noteFactorChange(trx, owner, 'second-factor-off')
    await insertAuditEntry(trx, {
      actor: name,
      action: 'second-factor.off',
      subject: name,
      before: spent,
      address,
    })
    return { message: notice('SECOND_FACTOR_OFF') }
  })
}

type Proved = { holder: FactorHolder; spent: SpentFactor }

/**
 * Change a second factor in the same transaction that uses up the code for it.
 * @throws AppError WRONG_PASSWORD, INVALID_INPUT for a wrong code, NOT_FOUND without a second factor, THROTTLED
 */
async function withBothFactors<T>(
  deps: Deps,
  { caller, password, code }: SecondFactorProof & { caller: Caller },
  work: (trx: Trx, proved: Proved) => Promise<T>,
): Promise<T> {
  const holder = requireFactorHolder(caller)
  if (!holder.isSecondFactorOn) throw new AppError('NOT_FOUND', { what: 'secondFactor' })
  return withOwnPassword(deps, { caller, password }, () =>
    deps.db.transaction().execute(async (trx) => {
      await lockFactorOwner(trx, holder.owner)
      if (caller.member) await requireLiveSession(trx, caller.member)
      const spent = await spendSecondFactor(deps, trx, { owner: holder.owner, code })
      if (!spent) throw invalidField('code', 'FACTOR_CODE_WRONG')
      return work(trx, { holder, spent })
    }),
  )
}

/** Replace all recovery codes by ten new ones. Throws like `withBothFactors`. */
export function renewRecoveryCodes(deps: Deps, caller: Caller, proof: SecondFactorProof) {
  return withBothFactors(deps, { ...proof, caller }, async (trx, { holder, spent }) => {
    const { owner, name, address } = holder
    const { codes, codeHashes } = createRecoveryCodes()
    await replaceRecoveryCodes(trx, owner, codeHashes)
    await noteFactorChange(trx, owner, 'recovery-codes-renewed')
    await insertAuditEntry(trx, {
      actor: name,
      action: 'second-factor.codes-renewed',
      subject: name,
      before: spent,
      address,
    })
    return { recoveryCodes: codes }
  })
}
