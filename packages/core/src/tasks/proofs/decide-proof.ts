import type { adminProof, DecideProofInput } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findProofRef, getProof, lockProof } from '@chuma/db/queries/tasks/task-proofs'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passCredit } from '../../admin/approvals/pass-credit.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { canMove } from '../../state-machine.ts'
import { describeProof } from './list-proofs.ts'
import { moveProof } from './move-proof.ts'
import { proofMachine } from './transitions.ts'

/**
 * For content and owners: approve a proof and pay the promised points, or reject it with a reason. Of concurrent
 * decisions one counts. A task pays a member once, however many proofs they submit.
 * @throws AppError NOT_FOUND, PROOF_STATE, FORBIDDEN for one's own proof, APPROVAL_PENDING above the day's limit of the caller's person, INVALID_INPUT for a rejection without a reason
 */
export async function decideProof(
  deps: Deps,
  staff: StaffActor,
  input: DecideProofInput,
): Promise<Answer<typeof adminProof>> {
  const { id, memberId, decision, reason } = input
  if (decision === 'rejected' && reason === '') {
    throw invalidField('reason', 'REASON_FOR_MEMBER')
  }
  return orAskAnother(deps, staff, async (deps) => {
    const ref = await findProofRef(deps.db, id, memberId)
    if (!ref) throw new AppError('NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    return deps.db.transaction().execute(async (trx) => {
      // The wallet first, as everywhere, so that decisions and other postings of this member cannot deadlock.
      await lockWallet(trx, ref.memberId)
      const proof = await lockProof(trx, ref)
      const points = decision === 'approved' ? proof.points : 0
      const isPaid = canMove(proofMachine, { from: proof.state, to: decision, by: 'staff' }) && points > 0
      const change = { before: { state: proof.state }, after: { state: decision, points } }
      const acts = isPaid
        ? await passCredit(
            { deps, trx, staff },
            { kind: 'decide-proof', subject: `proof:${id}`, payload: input, ...change, points, reason },
          )
        : {}
      await moveProof(trx, proof, {
        to: decision,
        by: 'staff',
        reason: reason || null,
        decidedBy: staff.name,
      })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: `proof.${decision}`,
        subject: `proof:${id}`,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
        address: staff.address,
      })
      return describeProof(await getProof(trx, ref))
    })
  })
}
