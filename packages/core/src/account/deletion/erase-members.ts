import { blotOutEarnings, lockEarnings } from '@chuma/db/queries/account/erase-earning'
import { deleteMailOf } from '@chuma/db/queries/account/erase-mail'
import {
  blotOutAuditEntries,
  blotOutCorrections,
  blotOutPayouts,
  deleteRowsOf,
  listDueErasures,
  lockDueErasure,
  markErased,
} from '@chuma/db/queries/account/erasure'
import { blotOutApprovals } from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { removeFromClusters } from '@chuma/db/queries/payouts/clusters'
import { blotOutPremium } from '@chuma/db/queries/premium/premium-callbacks'
import { endReferralsOf } from '@chuma/db/queries/referral/referral'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { postPoints } from '../../wallet/post-points.ts'
import { keepPrints } from '../returning/prints.ts'
import { endEarnings } from './end-earnings.ts'

/**
 * Job: erase the personal data of members whose day has come and whose withdrawals are settled (docs/decisions/0015).
 * One transaction per member: a failure or a crash delays no other, and the next run continues.
 * @throws after the others if some could not be erased: staff find the job among those that failed
 */
export async function eraseMembers(deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>): Promise<void> {
  const failed: string[] = []
  await eachAlone(deps, await listDueErasures(deps.db), {
    name: (memberId) => `erasure of member ${memberId}`,
    work: (memberId) => eraseMember(deps, memberId),
    onFailure: async (memberId) => failed.push(memberId),
  })
  if (failed.length > 0) throw new Error(`${failed.length} members could not be erased: ${failed.join(', ')}`)
}

/** Does nothing if another worker was first or the member has kept the account. */
async function eraseMember(
  { db, ...secrets }: Pick<Deps, 'db' | 'secrets'>,
  memberId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockEarnings(trx, memberId)
    const { available } = await lockWallet(trx, memberId)
    if (!(await lockDueErasure(trx, memberId))) return
    if (available > 0) {
      // The rest of the points is forfeited, as the member was told, and no longer owed.
      await postPoints(trx, {
        memberId,
        kind: 'adjustment',
        availableDelta: -available,
        heldDelta: 0,
        houseAccount: 'adjustments',
        sourceKey: 'erasure',
        description: 'Points left when the account was deleted',
        actor: 'system',
      })
    }
    await keepPrints(trx, secrets, memberId)
    await deleteMailOf(trx, memberId)
    await markErased(trx, memberId)
    await removeFromClusters(trx, memberId)
    await deleteRowsOf(trx, memberId)
    await blotOutPayouts(trx, memberId)
    await blotOutCorrections(trx, memberId)
    await blotOutPremium(trx, memberId)
    await endEarnings(trx, memberId)
    await blotOutEarnings(trx, memberId)
    await endReferralsOf(trx, memberId)
    await blotOutAuditEntries(trx, memberId)
    await blotOutApprovals(trx, memberId)
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'member.erased',
      subject: `member:${memberId}`,
      address: null,
    })
  })
}
