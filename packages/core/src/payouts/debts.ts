import type { Answer } from '@chuma/contract/fields'
import type { MailJobs } from '@chuma/contract/mails'
import type { debt, ListDebtsInput, WriteOffDebtInput } from '@chuma/contract/payouts/debts'
import type { Trx } from '@chuma/db/client'
import { findFirstName, getPerson } from '@chuma/db/queries/account/members'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import { getDebt, listDebts as listRows, lockFormerDebt } from '@chuma/db/queries/payouts/corrections'
import { lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import { AppError } from '../app-error.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import { requireAnother } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { postPoints } from '../wallet/ledger.ts'
import { requireOtherMaker } from './approvals/approval-rules.ts'
import { bookWriteOff } from './journal.ts'

/**
 * For finance and owners: give up a member's debt, with the approval of a second person. The whole debt as it was seen: one that has changed
 * since is not written off. Held payouts are evaluated again by the sweep.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, and of a member whom one gave points, MEMBER_STATE if they owe something else,
 * APPROVAL_PENDING
 */
export async function writeOffDebt(deps: Deps, staff: StaffActor, input: WriteOffDebtInput) {
  const { memberId, points, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    await requireAnother(deps.db, staff, memberId)
    const terms = await deps.economy()
    await requireOtherMaker(deps.db, staff, { memberId, terms })
    return deps.db.transaction().execute(async (trx) => {
      if (!(await lockPayoutsOf(trx, memberId))) throw new AppError('NOT_FOUND')
      const debt = await getDebt(trx, memberId)
      if (debt?.points !== points || debt.erasedAt) throw new AppError('MEMBER_STATE')
      const acts = await passApproval(
        trx,
        {
          kind: 'write-off-debt',
          subject: `member:${memberId}`,
          payload: input,
          before: { debtPoints: points, seq: debt.seq },
          after: { debtPoints: 0 },
          amountKes: points * terms.kesPerPoint,
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await postPoints(trx, {
        memberId,
        kind: 'debt-written-off',
        availableDelta: points,
        heldDelta: 0,
        houseAccount: 'adjustments',
        sourceKey: `debt-written-off:${debt.seq}`,
        description: 'Debt written off',
        actor: staff.name,
      })
      await bookWriteOff(trx, { memberId, seq: debt.seq, points, kesPerPoint: terms.kesPerPoint })
      await insertJob(trx, 'send-debt-written-off', { memberId, email: debt.email, points })
      await recordAct(trx, staff, {
        action: 'member.debt-written-off',
        subject: `member:${memberId}`,
        before: { debtPoints: points },
        after: { debtPoints: 0, ...acts },
        reason,
      })
      return { writtenOffPoints: points }
    })
  })
}

/** `formerIds`: the deleted accounts of the same person, in the order in which wallets are locked. */
type Returned = { memberId: string; formerIds: readonly string[] }

/**
 * Let a member take over what deleted accounts of the same person owe (docs/decisions/0015). The caller has locked the member's
 * wallet, and evaluates holds: a debt holds every withdrawal until earnings settle it. Safe to repeat: a reversal after the
 * deletion makes a new debt, which moves the next time. @returns whether anything was owed
 */
export async function moveFormerDebts(trx: Trx, { memberId, formerIds }: Returned): Promise<boolean> {
  let isMoved = false
  for (const formerId of formerIds) {
    const debt = await lockFormerDebt(trx, formerId)
    if (!debt) continue
    isMoved = true
    const { points, seq } = debt
    const move = { kind: 'debt-moved', heldDelta: 0, houseAccount: 'adjustments', actor: 'system' } as const
    await postPoints(trx, {
      ...move,
      memberId: formerId,
      availableDelta: points,
      sourceKey: `debt-moved:${seq}`,
      description: 'Debt taken over by a later account',
    })
    await postPoints(trx, {
      ...move,
      memberId,
      availableDelta: -points,
      sourceKey: `debt-moved:${formerId}:${seq}`,
      description: 'Debt of an account that you deleted',
    })
    const { email } = await getPerson(trx, memberId)
    await insertJob(trx, 'send-debt-moved', { memberId, email, points })
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'member.debt-moved',
      subject: `member:${memberId}`,
      after: { debtPoints: points },
      address: null,
    })
  }
  return isMoved
}

/** List members who owe points, the oldest debt first, with what it is worth today. */
export async function listDebts(deps: Deps, input: ListDebtsInput): Promise<Answer<typeof debt>[]> {
  const { kesPerPoint } = await deps.economy()
  const rows = await listRows(deps.db, input)
  return rows.map((row) => ({ ...row, amountKes: row.points * kesPerPoint }))
}

/** Job: tell a member that they owe what a deleted account of theirs owed, and how to appeal, or that they owe nothing any more. */
export async function sendDebtNews(
  { db, mail }: Deps,
  name: 'sendDebtMoved' | 'sendDebtWrittenOff',
  { memberId, email, points }: MailJobs['send-debt-moved'],
): Promise<void> {
  const member = await findFirstName(db, memberId)
  if (member) await mail(name, { ...member, to: email, points })
}
