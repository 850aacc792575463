import { linkPurpose, type ResetPasswordInput, type session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/fields'
import type { Db, Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { getPasswordHash, lockMember, setPasswordHash } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getStaffPasswordHash } from '@chuma/db/queries/admin/staff'
import { expireLinks } from '@chuma/db/queries/auth/links'
import { countPasskeys, deletePasskeys } from '@chuma/db/queries/auth/passkeys'
import { mayResetPassword, revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { openSession } from '../log-in.ts'
import { memberOwner } from '../passkeys/log-in-with-passkey.ts'
import { requireMember } from '../sessions.ts'
import { forgetAttempts, reserveAttempt, toSource } from '../throttle.ts'

type Session = Answer<typeof session>

/**
 * Set a new password without the old one, in a session that a reset link opened minutes ago. All sessions and open links
 * end, passkeys are removed, and the caller gets a new session. Passkeys of a member with an admin role stay: they are a
 * second factor, and the reader of a mailbox must not be able to replace it.
 * @throws AppError INVALID_INPUT for a common password; LINK_INVALID if the session was opened differently or too long ago,
 * or was ended or used in the meantime
 */
export async function resetPassword(
  deps: Deps,
  caller: Caller,
  { password, rememberDevice }: ResetPasswordInput,
): Promise<Session> {
  const session = requireMember(caller)
  // Checked before hashing, which is expensive, and again under the lock.
  if (!(await mayResetPassword(deps.db, session))) throw new AppError('LINK_INVALID')
  checkNewPassword(password)
  const passwordHash = await deps.passwords.hash(password, {
    room: 'members',
    source: toSource(caller.address),
  })
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, session.memberId)
    const isAllowed = await mayResetPassword(trx, session)
    if (!member || !isAllowed) throw new AppError('LINK_INVALID')
    await setPasswordHash(trx, session.memberId, passwordHash)
    const passkeysRemoved = member.adminRole ? 0 : await removePasskeys(trx, caller, member.memberId)
    return renewCredentials(trx, caller, {
      ...member,
      rememberDevice,
      change: 'password-reset',
      passkeysRemoved,
    })
  })
}

/** Someone who resets the password may have lost the account to a thief, who may have left a key of their own. */
async function removePasskeys(trx: Trx, { address }: Caller, memberId: string): Promise<number> {
  const names = await deletePasskeys(trx, memberOwner(memberId))
  const name = `member:${memberId}`
  for (const removed of names) {
    await insertAuditEntry(trx, {
      actor: name,
      action: 'passkey.removed',
      subject: name,
      before: { name: removed },
      address,
    })
  }
  return names.length
}

const MOST_USED = 10_000
const SHORTEST = 6
const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghij']
const KEYS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const startsOf = (row: string) =>
  Array.from({ length: row.length - SHORTEST + 1 }, (_, more) => row.slice(0, SHORTEST + more))
const reverse = (text: string) => [...text].reverse().join('')

/** The dictionary leaves these out, because its own library finds them by rules: 123456789, fedcba, aaaaaa. */
const leftOut = [
  ...ROWS.flatMap(startsOf).flatMap((run) => [run, reverse(run)]),
  ...[...KEYS].flatMap((key) => [6, 7, 8].map((length) => key.repeat(length))),
]
const mostUsed = new Set(
  [...leftOut, ...dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST)].slice(
    0,
    MOST_USED,
  ),
)

/**
 * Check a password that is being set: only the 10,000 most used ones are refused, in any case. Pages advise about weaker ones. Never
 * for log-ins: a longer list must not lock members out.
 * @throws AppError INVALID_INPUT
 */
export function checkNewPassword(password: string, field = 'password'): void {
  if (mostUsed.has(password.toLowerCase())) throw invalidField(field, 'PASSWORD_COMMON')
}

type Renewal = {
  memberId: string
  email: string
  rememberDevice: boolean | undefined
  change: 'password-changed' | 'password-reset'
  passkeysRemoved?: number
}

/**
 * Finish setting a new password, in the transaction that has locked the member: end all earlier sessions and links, forget
 * all browsers, mail the member, and open a new session.
 */
export async function renewCredentials(
  trx: Trx,
  caller: Caller,
  { memberId, email, rememberDevice, change, passkeysRemoved = 0 }: Renewal,
): Promise<Answer<typeof session>> {
  await revokeAllSessions(trx, memberId)
  await expireLinks(trx, { memberId, purposes: linkPurpose.options })
  const passkeysLeft = await countPasskeys(trx, memberOwner(memberId))
  const since = (await insertAccountChange(trx, { memberId, kind: change })).toISOString()
  await insertJob(trx, 'send-password-changed', { memberId, email, since, passkeysRemoved, passkeysLeft })
  return openSession(trx, caller, { memberId, rememberDevice })
}

/**
 * Run `work` after the signed-in caller has repeated their password. If `work` refuses something, such as a code, that
 * counts as a failed attempt too; otherwise a right password would allow unlimited guesses.
 * @throws AppError THROTTLED, WRONG_PASSWORD, FORBIDDEN for a caller without a password
 */
export async function withOwnPassword<T>(
  deps: Deps,
  { caller, password }: { caller: Caller; password: string },
  work: (checkedHash: string) => Promise<T>,
): Promise<T> {
  const { staff, member } = caller
  const accountId = orRefuse(staff?.staffId ?? member?.memberId, 'FORBIDDEN')
  const readHash = staff ? getStaffPasswordHash : getPasswordHash
  const room = staff ? 'staff' : 'members'
  const checked = { room, accountId, readHash, address: caller.address, password } as const
  return withPassword(deps, checked, work)
}

type Checked = {
  room: 'staff' | 'members' | 'clients'
  accountId: string
  /** Undefined: there is no password, so none is right. */
  readHash: (db: Db, accountId: string) => Promise<string | undefined>
  address: string | null
  password: string
}

/** The same for an account of any kind. @throws AppError THROTTLED, WRONG_PASSWORD */
export async function withPassword<T>(
  deps: Deps,
  { room, accountId, readHash, address, password }: Checked,
  work: (checkedHash: string) => Promise<T>,
): Promise<T> {
  await reserveAttempt(deps, 'password-check-account', accountId)
  const hash = await readHash(deps.db, accountId)
  const isRight = await deps.passwords.matches(hash, password, { room, source: toSource(address) })
  if (hash === undefined || !isRight) throw new AppError('WRONG_PASSWORD')
  const result = await work(hash)
  await forgetAttempts(deps, 'password-check-account', accountId)
  return result
}
