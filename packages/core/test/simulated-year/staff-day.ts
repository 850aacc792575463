import { CLUSTER_ATTENTION } from '@chuma/contract/payouts/clusters'
import { sql } from 'kysely'
import { decideApproval } from '../../src/admin/approvals/decide-approval.ts'
import { AppError } from '../../src/app-error.ts'
import { previewBulkApproval } from '../../src/payouts/approvals/approval-rules.ts'
import { approveWithdrawals } from '../../src/payouts/approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../../src/payouts/approvals/decide-withdrawal.ts'
import { decideCluster, listClusters } from '../../src/payouts/clusters/clusters.ts'
import { findClusters } from '../../src/payouts/clusters/keep-clusters.ts'
import { sweepHolds } from '../../src/payouts/holds/review-holds.ts'
import { eraseMembers } from '../../src/personal-data/erase-members.ts'
import { decideReview, settleDueReviews } from '../../src/surveys/reviews.ts'
import { expireSurveys } from '../../src/surveys/surveys.ts'
import { runMachine } from './machine.ts'
import { side } from './side-by-side.ts'
import type { World } from './world.ts'

/** What jobs do every few minutes. */
export async function runSweeps(world: World): Promise<void> {
  const { deps, db } = world
  await runMachine(world)
  // Mails and notices are not part of this.
  await sql`delete from pgboss.job`.execute(db.withoutPlugins())
  await expireSurveys(deps)
  await eraseMembers(deps)
  await findClusters(deps)
  await settleDueReviews(deps)
  let due = Number.POSITIVE_INFINITY
  while (due > 0) {
    await sweepHolds(deps)
    due = await countDueHolds(db)
  }
  await runMachine(world)
}

async function countDueHolds(db: World['db']): Promise<number> {
  const { due } = await db
    .selectFrom('hold')
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .where('endedAt', 'is', null)
    .where('evaluateAt', '<=', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return due
}

/** Staff know what the pages show, and not who is honest. */
export async function workAtTheDesk(world: World): Promise<void> {
  await lookAtClusters(world)
  await lookAtAnswers(world)
  await lookAtWaiting(world)
  await approveWhatIsClear(world)
  await payWhatIsDue(world)
}

const CLUSTER_REASON = 'We think that one person uses these accounts. Appeal, and tell us who you are.'

async function lookAtClusters({ deps, desk }: World): Promise<void> {
  for (const { id, score, version } of await listClusters(deps, { state: 'found', limit: 100 })) {
    if (score < CLUSTER_ATTENTION) continue
    await decideCluster(deps, desk, { id, version, decision: 'pause', reason: CLUSTER_REASON })
  }
}

/** Reject what no person answers like that, and leave the rest to its time. An owner agrees where this many need a second person. */
async function lookAtAnswers({ deps, desk, owner, db }: World): Promise<void> {
  const held = await db
    .selectFrom('surveyReview')
    .select('reviewId as id')
    .where('state', '=', 'held')
    .where(sql<boolean>`flags && array['same-as-others', 'pace', 'repeated'] and cardinality(flags) > 1`)
    .execute()
  const reason = 'These answers were given by a program.'
  await side(held, async ({ id }) => {
    try {
      await decideReview(deps, desk, { id, decision: 'rejected', reason })
    } catch (error) {
      if (!(error instanceof AppError) || error.failure.code !== 'APPROVAL_PENDING') throw error
      const { approvalId } = error.failure.params
      await decideApproval(deps, owner, { approvalId, decision: 'approve', note: '' })
    }
  })
}

const OF_SEVERAL = ['shared-destination', 'shared-mailbox', 'cluster', 'survey-quality', 'debt']

/**
 * Approve one by one what has waited for a day for a person, unless the page says that one person may use several accounts: their
 * approval would lift those holds.
 */
async function lookAtWaiting(world: World): Promise<void> {
  const { deps, finance, db } = world
  const { automaticPayout } = await deps.economy()
  const waiting = await db
    .selectFrom('withdrawal as w')
    .select('w.withdrawalId as id')
    .where('status', '=', 'pending')
    // What waits only for its first day is left to the rule, which pays it then.
    .$if(automaticPayout === 'on', (query) =>
      query.where(
        sql<boolean>`not exists (select from hold h where h.member_id = w.member_id and h.subject_id = w.withdrawal_id
          and h.ended_at is null and h.reason = 'first-payout')`,
      ),
    )
    .where(sql<boolean>`w.requested_at < now() - interval '20 hours'`)
    .where(
      sql<boolean>`not exists (select from payout_pause p where p.member_id = w.member_id and p.lifted_at is null)`,
    )
    .where(
      sql<boolean>`not exists (select from hold h where h.member_id = w.member_id and h.subject_id = w.withdrawal_id
        and h.ended_at is null and h.reason = any(${sql.val(OF_SEVERAL)}))`,
    )
    .where(
      sql<boolean>`not exists (select from cluster_member m join cluster c using (cluster_id)
        where m.member_id = w.member_id and c.state in ('found', 'held') and c.score >= 30)`,
    )
    .orderBy('requestedAt')
    .execute()
  await side(waiting, async ({ id }) => {
    await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  })
}

/** The button that approves what is neither flagged nor on hold. */
async function approveWhatIsClear({ deps, finance }: World): Promise<void> {
  const { withdrawals } = await previewBulkApproval(deps, finance)
  if (withdrawals.length > 0)
    await approveWithdrawals(deps, finance, { ids: withdrawals.map(({ id }) => id), limit: 1000 })
}

/** What the finance desk does several times a day: pay what nothing holds. */
async function payWhatIsDue({ deps, finance, db }: World): Promise<void> {
  const due = await db
    .selectFrom('withdrawal')
    .select('withdrawalId as id')
    .where('payoutState', '=', 'manual')
    .where(
      sql<boolean>`not exists (select from hold h where h.member_id = withdrawal.member_id and h.subject_id = withdrawal_id and h.ended_at is null)`,
    )
    .orderBy('requestedAt')
    .execute()
  await side(due, async ({ id }) => {
    const adminNotes = `R${id.slice(0, 8).toUpperCase()}${id.slice(-6).toUpperCase()}`
    // Something may have happened since the approval: then it is on hold, and waits.
    await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes }).catch(() => {})
  })
}
