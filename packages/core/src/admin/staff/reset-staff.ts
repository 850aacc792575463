import type { issuedPassword } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/timestamp'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import { deleteSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { resetStaffPassword } from '@chuma/db/queries/admin/staff'
import { revokeStaffSessions } from '@chuma/db/queries/admin/staff-sessions'
import { deletePasskeys } from '@chuma/db/queries/auth/passkeys'
import { AppError } from '../../app-error.ts'
import { staffOwner } from '../../auth/step-up/factor-holder.ts'
import { forgetAttempts } from '../../auth/throttle/forget-attempts.ts'
import { toSource } from '../../auth/throttle/name-bucket.ts'
import type { Deps } from '../../deps.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { revokeKeysOf } from '../keys/revoke-keys-of.ts'
import { createPassword, FIRST_PASSWORD_DAYS } from './create-password.ts'
import { lockStaffForOwner } from './lock-staff-for-owner.ts'
import type { StaffActor } from './require-staff.ts'

/**
 * Reset an account whose owner lost the password or second factor: a generated password, no second factor, no sessions,
 * and enabled. Never one's own, because that would let a stolen session take over the account.
 * Where company changes need two people it waits for the second; the password is shown to who asked.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, APPROVAL_PENDING
 */
export async function resetStaff(
  deps: CompanyDeps & Pick<Deps, 'passwords'>,
  actor: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof issuedPassword>> {
  const password = createPassword()
  const passwordHash = await deps.passwords.hash(password, { room: 'staff', source: toSource(actor.address) })
  const { staff, passwordExpiresAt } = await resetIssued(deps, actor, { id, passwordHash, password })
  if (!passwordExpiresAt) throw new Error('a first password expires')
  const admin = { id, username: staff.username, role: staff.role }
  return { admin, password, passwordExpiresAt, wasDisabled: staff.disabledAt !== null }
}

type Issued = { id: string; passwordHash: string; password?: string }

/** The same, with the hash of the password that was shown before. */
export async function resetIssued(
  deps: CompanyDeps,
  actor: StaffActor,
  { id, passwordHash, password }: Issued,
) {
  const done = await orAskAnother(deps, actor, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { staff } = await lockStaffForOwner(trx, id)
      const name = `staff:${staff.username}`
      if (await isSamePerson(trx, name, actor.name)) throw new AppError('OWN_ACCOUNT')
      const before = { isDisabled: staff.disabledAt !== null }
      const approved = await passCompanyChange(
        { deps, trx, staff: actor },
        {
          kind: 'reset-staff',
          subject: name,
          payload: { id },
          stored: { id, passwordHash },
          ...(password !== undefined && { shown: password }),
          before,
          after: null,
        },
      )
      const reset = await resetStaffPassword(trx, {
        staffId: id,
        passwordHash,
        passwordDays: FIRST_PASSWORD_DAYS,
      })
      await deletePasskeys(trx, staffOwner(id))
      await deleteSecondFactor(trx, staffOwner(id))
      await revokeStaffSessions(trx, id)
      await revokeKeysOf(trx, actor, { staffId: id })
      await recordCompanyChange(trx, {
        actor: actor.name,
        action: 'staff.reset',
        subject: name,
        before,
        ...(approved.approvalId && { after: approved }),
        address: actor.address,
      })
      return { ...reset, staff }
    }),
  )
  // Earlier guesses must not delay a log-in with the new password.
  await forgetAttempts(deps, 'log-in-staff-account', done.staff.username)
  return done
}
