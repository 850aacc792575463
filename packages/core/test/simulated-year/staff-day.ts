import { sql } from 'kysely'
import { eraseMembers } from '../../src/account/deletion/erase-members.ts'
import { approveWithdrawals } from '../../src/payouts/approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../../src/payouts/approvals/decide-withdrawal.ts'
import { expireSurveys } from '../../src/surveys/expire-surveys.ts'
import { side } from './side-by-side.ts'
import type { World } from './world.ts'

/** What jobs do every few minutes. */
export async function runSweeps({ deps, db }: World): Promise<void> {
  // Mails and notices are not part of this.
  await sql`delete from pgboss.job`.execute(db.withoutPlugins())
  await expireSurveys(deps)
  await eraseMembers(deps)
}

/** What the finance desk does several times a day: pay what nothing holds. */
export async function payWhatIsDue(world: World): Promise<void> {
  const { deps, finance, db } = world
  await approveWithdrawals(deps, finance, { all: true, limit: 1000 })
  const due = await db
    .selectFrom('withdrawal')
    .select('withdrawalId as id')
    .where('payoutState', '=', 'manual')
    .orderBy('requestedAt')
    .execute()
  await side(due, async ({ id }) => {
    const adminNotes = `R${id.slice(0, 8).toUpperCase()}${id.slice(-6).toUpperCase()}`
    await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes })
  })
}
