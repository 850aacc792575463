import type { Failure } from '@chuma/contract/errors'
import type {
  ApprovalOutcome,
  ApproveWithdrawalsInput,
  BulkApproval,
} from '@chuma/contract/payouts/payout-queue'
import { isDatabaseUnreachable } from '@chuma/db/client'
import { getAdminWithdrawal } from '@chuma/db/queries/admin/admin'
import { listMembersOf } from '@chuma/db/queries/admin/people'
import { lookAtMany } from '@chuma/db/queries/payouts/flagged'
import { listPendingIds, sortByAge } from '@chuma/db/queries/payouts/payouts'
import { requireChosenEconomy } from '../../admin/economy/require-chosen-economy.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { Notice } from '../../notice.ts'
import { reviewHoldsOf } from '../holds/review-holds.ts'
import { approveUnreviewed } from './decide-withdrawal.ts'

/** The edge adds the texts of the messages. */
type Result = Omit<BulkApproval['results'][number], 'message'> & { message: Failure | Unexpected | null }
type Unexpected = Extract<Notice, { code: 'APPROVAL_FAILED' }>
type Report = Omit<BulkApproval, 'results'> & { results: Result[] }

/**
 * For finance and owners: approve many withdrawals, oldest first, each in its own transaction, so that a failure affects
 * no other. Those that need an individual review or are on hold are skipped together, and those
 * above a limit become requests for a second person. At most a thousand per request; `next` is where to
 * continue. Safe to repeat.
 * @throws AppError ECONOMY_UNCHOSEN before an owner chose a preset: no single one could be approved
 */
export async function approveWithdrawals(
  deps: Deps,
  staff: StaffActor,
  { ids: wanted, after, limit }: ApproveWithdrawalsInput,
): Promise<Report> {
  await requireChosenEconomy(deps)
  const ids = wanted ? await sortByAge(deps.db, wanted) : await listPendingIds(deps.db, { after, limit })
  const results: Result[] = []
  const skipped = await findSkipped(deps, staff, ids)
  for (const id of ids) {
    const outcome = skipped.get(id)
    results.push(outcome ? { id, outcome, message: null } : await approveOne(deps, staff, id))
  }
  const known = new Set(ids)
  for (const id of wanted ?? [])
    if (!known.has(id)) results.push({ id, outcome: 'unknown-id', message: null })
  return {
    results,
    approvedCount: results.filter(({ outcome }) => outcome === 'approved').length,
    left: groupLeft(results),
    next: (!wanted && ids.length === limit && ids.at(-1)) || null,
  }
}

/** Find what need not be tried one by one, in two queries however many they are. The others are judged under their locks. */
async function findSkipped(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  ids: readonly string[],
): Promise<Map<string, ApprovalOutcome>> {
  const [looked, ownMembers] = [await lookAtMany(db, ids), new Set(await listMembersOf(db, staff.name))]
  const skipped = new Map<string, ApprovalOutcome>()
  for (const { id, memberId, status, isInReview, isPaused, isHeld } of looked.values()) {
    if (ownMembers.has(memberId)) skipped.set(id, 'own')
    else if (status !== 'pending') skipped.set(id, 'no-longer-pending')
    else if (isPaused) skipped.set(id, 'payouts-paused')
    else if (isInReview) skipped.set(id, 'in-review')
    else if (isHeld) skipped.set(id, 'held')
  }
  return skipped
}

function groupLeft(results: readonly Result[]): Report['left'] {
  const byOutcome = new Map<ApprovalOutcome, string[]>()
  for (const { id, outcome } of results) {
    if (outcome !== 'approved') byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), id])
  }
  return [...byOutcome]
    .map(([outcome, ids]) => ({ outcome, count: ids.length, ids }))
    .sort((one, other) => other.count - one.count)
}

async function approveOne(deps: Deps, staff: StaffActor, id: string): Promise<Result> {
  try {
    await approveUnreviewed(deps, staff, id)
    return { id, outcome: 'approved', message: null }
  } catch (error) {
    // Without the database all the others would fail too.
    if (isDatabaseUnreachable(error)) throw error
    if (!(error instanceof AppError)) {
      deps.reportFailure(error, `withdrawal ${id} was not approved`)
      return { id, outcome: 'failed', message: { code: 'APPROVAL_FAILED', params: {} } }
    }
    return { id, ...(await describeRefusal(deps, id, error)) }
  }
}

const OUTCOMES: Partial<Record<AppError['code'], ApprovalOutcome>> = {
  WITHDRAWAL_STATE: 'no-longer-pending',
  FORBIDDEN: 'own',
  NOT_FOUND: 'unknown-id',
  APPROVAL_PENDING: 'needs-second-admin',
  STEP_UP_REQUIRED: 'needs-second-admin',
  WITHDRAWAL_HELD: 'held',
}

async function describeRefusal(deps: Deps, id: string, error: AppError): Promise<Omit<Result, 'id'>> {
  // In a transaction of its own: what the refusal rolled back would not be shown as the reason.
  if (error.code === 'WITHDRAWAL_HELD') await reviewHoldsOf(deps, id)
  const outcome = OUTCOMES[error.code]
  if (outcome) return { outcome, message: null }
  if (error.code !== 'NEEDS_REVIEW') return { outcome: 'failed', message: error.failure }
  const { isPaused } = await getAdminWithdrawal(deps.db, id)
  return { outcome: isPaused ? 'payouts-paused' : 'in-review', message: null }
}
