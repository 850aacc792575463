import { givenSettled, pendingOf } from '@chuma/core/admin/approvals/testing'
import type { StaffActor } from '@chuma/core/caller'
import type { Deps } from '@chuma/core/deps'
import { givenMember } from '@chuma/core/testing'
import { editEarnings } from '@chuma/core/wallet/edit-earnings'
import { insertApproval } from '@chuma/db/queries/admin/approvals'
import { insertPerson } from '@chuma/db/queries/auth/people'
import type { Changes } from './change.ts'

/** A request that waits because this installation lets nobody give points alone. */
async function givenRequest(deps: Deps, actor: StaffActor) {
  const economy = async () => ({ ...(await deps.economy()), dailyAdjustmentsOwnerKes: 0 })
  const { memberId } = await givenMember(deps.db)
  const wish = { memberId, points: 5, totalEarnings: 5, reason: 'Because' }
  return pendingOf(editEarnings({ ...deps, economy }, actor, wish))
}

/** A decision about another person's request, and a withdrawal of one's own. */
export function approvalChanges(deps: Deps): Changes {
  return {
    'admin.decideApproval': async () => {
      const { approvalId } = await givenRequest(deps, (await givenSettled(deps)).actor)
      const { token } = await givenSettled(deps)
      return { token, input: { approvalId, decision: 'refuse', note: 'No' } }
    },
    'admin.withdrawApproval': async () => {
      const { token, actor } = await givenSettled(deps)
      const { approvalId } = await givenRequest(deps, actor)
      return { token, input: { approvalId } }
    },
  }
}

/** A request that leaves no entry in the audit log. */
export function approvalLooks({ db }: Deps): Record<string, () => Promise<object>> {
  return {
    'admin.getApproval': () =>
      db.transaction().execute(async (trx) => {
        const asked = await insertApproval(trx, {
          kind: 'edit-earnings',
          subject: 'member:nobody',
          payload: {},
          payloadHash: Buffer.alloc(32),
          before: null,
          after: null,
          amountKes: 1,
          requestedBy: 'staff:nobody',
          requesterId: await insertPerson(trx),
          address: null,
          reason: null,
          isLone: false,
        })
        return { approvalId: asked?.approvalId }
      }),
  }
}
