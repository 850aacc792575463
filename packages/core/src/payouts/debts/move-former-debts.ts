import type { Trx } from '@chuma/db/client'
import { findFirstName, getPerson } from '@chuma/db/queries/account/members'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockFormerDebt } from '@chuma/db/queries/payouts/debts'
import { findFormerAccounts } from '../../account/returning/prints.ts'
import type { Deps } from '../../deps.ts'
import { postPoints } from '../../wallet/post-points.ts'

/**
 * Let a member take over what deleted accounts of the same person owe (docs/decisions/0015). The caller has locked the member's
 * wallet, and evaluates holds next: a debt holds every withdrawal until earnings settle it. Safe to repeat: a reversal after the
 * deletion makes a new debt, which moves the next time.
 */
export async function moveFormerDebts(
  trx: Trx,
  secrets: Pick<Deps, 'secrets'>,
  memberId: string,
): Promise<void> {
  for (const formerId of await findFormerAccounts(trx, secrets, memberId)) {
    const debt = await lockFormerDebt(trx, formerId)
    if (!debt) continue
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
}

/** Job: tell a member that they owe what a deleted account of theirs owed, and how to appeal. */
export async function sendDebtMoved(
  { db, mail }: Deps,
  { memberId, email, points }: { memberId: string; email: string; points: number },
): Promise<void> {
  const member = await findFirstName(db, memberId)
  if (member) await mail.sendDebtMoved({ ...member, to: email, points })
}
