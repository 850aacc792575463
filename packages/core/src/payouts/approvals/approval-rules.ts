import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { BulkPreview } from '@chuma/contract/payouts/payout-queue'
import type { Db } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { listMembersOf } from '@chuma/db/queries/auth/people'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { wasEverSent } from '@chuma/db/queries/payouts/payout-attempts'
import { barDecision } from '@chuma/db/queries/payouts/payout-decisions'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import {
  countFlagged,
  findOwnSources,
  listRecentCredits,
  listUnflagged,
} from '@chuma/db/queries/payouts/risk'
import { AppError, orRefuse } from '../../app-error.ts'
import { listDeciders, requireAnother } from '../../auth/staff.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { lockPayout } from '../attempts/payouts.ts'
import { openWithdrawal } from '../details.ts'
import { moveAttempt, moveWithdrawal } from '../move-payout.ts'

/**
 * For finance and owners: make an approved withdrawal pending again if nothing of it was sent. Takes the same locks as a
 * worker that starts sending, so exactly one of them succeeds. The worker's job finds its attempt marked as not sent and
 * does nothing; a new approval creates a new job.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, WITHDRAWAL_STATE
 */
export async function undoApproval(deps: Deps, staff: StaffActor, { id }: { id: string }) {
  const ref = orRefuse(await findWithdrawalRef(deps.db, id), 'NOT_FOUND')
  await requireAnother(deps.db, staff, ref.memberId)
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    const { withdrawal, attempt } = payout
    // If it was ever sent and failed, a person has to investigate instead.
    if (await wasEverSent(trx, ref)) throw new AppError('WITHDRAWAL_STATE')
    if (attempt?.state === 'prepared') {
      const resultDescription = 'The approval was undone before sending'
      await moveAttempt(trx, { ref, attempt }, { to: 'not_sent', by: 'staff', resultDescription })
    }
    await moveWithdrawal(trx, payout, { to: 'pending', by: 'staff' })
    // The rule would approve it again.
    await barDecision(trx, payout.ref)
    const undone = openWithdrawal(deps, await getAdminWithdrawal(trx, id))
    await recordAct(trx, staff, {
      action: 'withdrawal.approval-undone',
      subject: `withdrawal:${id}`,
      before: { status: withdrawal.status, payoutState: withdrawal.payoutState },
      after: { status: undone.status, payoutState: undone.payoutState },
    })
    return undone
  })
}

/**
 * For finance and owners: tell what a bulk approval would approve now, and how many it would leave: for
 * an individual review, or because they are on hold.
 */
export async function previewBulkApproval(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  { name }: StaffActor,
): Promise<BulkPreview> {
  const terms = await economy()
  const { twoAdminsFromKes } = terms
  // Nobody decides about accounts of their own.
  const exceptOf = await listMembersOf(db, name)
  const [unflagged, counts] = await Promise.all([
    listUnflagged(db, { twoAdminsFromKes, exceptOf }),
    countFlagged(db, twoAdminsFromKes),
  ])
  const given = await findOwnCredits(
    db,
    { name },
    unflagged.map(({ memberId }) => memberId),
  )
  const withdrawals = unflagged
    .filter(({ memberId }) => !isTooMuch(given.get(memberId) ?? 0, terms))
    .map(({ memberId: _, ...row }) => row)
  const amountKes = withdrawals.reduce((sum, row) => sum + row.amountKes, 0)
  return { withdrawals, amountKes, ...counts }
}

/** Someone who gave a member points does not approve their withdrawals for as long. */
const MAKER_DAYS = 30

/**
 * Sum up, by member, the points of the last 30 days that an actor's person gave: directly, by premium they granted, or by an offer,
 * task, question, wheel or partner that they created or changed in that time. Members without any are left out.
 */
export async function findOwnCredits(
  db: Db,
  { name }: Pick<StaffActor, 'name'>,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const credits = await listRecentCredits(db, memberIds, MAKER_DAYS)
  const sources = [...new Set(credits.flatMap((credit) => credit.sources))]
  const own = await findOwnSources(db, { actor: name, sources, days: MAKER_DAYS })
  const points = new Map<string, number>()
  for (const credit of credits) {
    if (!credit.sources.some((source) => own.has(source))) continue
    points.set(credit.memberId, (points.get(credit.memberId) ?? 0) + Number(credit.points))
  }
  return points
}

type Terms = Pick<Economy, 'selfApprovalKes' | 'kesPerPoint'>

/**
 * Require that somebody else approves what a member withdraws if this person gave them points worth more than
 * `economy.selfApprovalKes` in the last 30 days.
 * @throws AppError FORBIDDEN
 */
export async function requireOtherMaker(
  db: Db,
  staff: StaffActor,
  { memberId, terms }: { memberId: string; terms: Terms },
): Promise<void> {
  for (const decider of listDeciders(staff)) {
    if (await isMaker(db, decider, { memberId, terms })) throw new AppError('FORBIDDEN', { why: 'ownCredit' })
  }
}

/** Whether an actor's person gave a member enough points that somebody else has to approve their payout. */
export async function isMaker(
  db: Db,
  actor: Pick<StaffActor, 'name'>,
  { memberId, terms }: { memberId: string; terms: Terms },
): Promise<boolean> {
  const points = (await findOwnCredits(db, actor, [memberId])).get(memberId) ?? 0
  return isTooMuch(points, terms)
}

/** Whether a person gave a member too many points to approve their payout as well. */
export function isTooMuch(points: number, { selfApprovalKes, kesPerPoint }: Terms): boolean {
  return points * kesPerPoint > selfApprovalKes
}

/** The name under a decision, which members read: never the email address of a member who is also staff. */
export function signDecision({ name }: StaffActor): string {
  return name.startsWith('staff:') ? name.slice('staff:'.length) : 'admin'
}
