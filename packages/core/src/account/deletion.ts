import type { RequestDeletionInput } from '@chuma/contract/account/account'
import { DELETION_GRACE_DAYS } from '@chuma/contract/account/account-rules'
import type { Trx } from '@chuma/db/client'
import { lockMember } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import { findClosing, markClosing } from '@chuma/db/queries/personal-data/erasure'
import { AppError } from '../app-error.ts'
import { withOwnPassword } from '../auth/passwords/new-password.ts'
import { requireMember } from '../auth/sessions.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * Close the caller's account on all devices, and set the day on which `eraseMembers` erases it. Until then the member can
 * sign in and keep it; open withdrawals are paid even after that. Concurrent requests count once.
 * @throws AppError NOT_SIGNED_IN, THROTTLED, WRONG_PASSWORD
 */
export async function requestDeletion(deps: Deps, caller: Caller, { password }: RequestDeletionInput) {
  const { memberId } = requireMember(caller)
  return withOwnPassword(deps, { caller, password }, (checkedHash) =>
    deps.db.transaction().execute(async (trx) => {
      const member = await lockMember(trx, memberId)
      // The password may have been replaced while this one was being checked.
      if (member?.passwordHash !== checkedHash) throw new AppError('WRONG_PASSWORD')
      const closing = await markClosing(trx, memberId, DELETION_GRACE_DAYS)
      if (member.deletionDueAt === null) await closeAccount(trx, caller, { ...member, ...closing })
      return closing
    }),
  )
}

type Closing = { memberId: string; email: string; deletionDueAt: Date }

async function closeAccount(trx: Trx, { address }: Caller, { memberId, email, deletionDueAt }: Closing) {
  await revokeAllSessions(trx, memberId)
  await insertJob(trx, 'send-account-closing', { memberId, email })
  await insertAuditEntry(trx, {
    actor: `member:${memberId}`,
    action: 'member.deletion-requested',
    subject: `member:${memberId}`,
    after: { deletionDueAt },
    address,
  })
}

/** Job: mail a member what happens to their account and how to keep it. Skipped if they have kept it since. */
export async function sendAccountClosing(
  deps: Deps,
  { memberId, email }: { memberId: string; email: string },
): Promise<void> {
  const closing = await findClosing(deps.db, memberId)
  if (!closing) return
  const { timeZone } = await deps.economy()
  await deps.mail('sendDeletionRequested', { to: email, ...closing, timeZone })
}
