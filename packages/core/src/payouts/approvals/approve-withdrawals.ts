import type { Failure } from '@chuma/contract/errors'
import type {
  ApprovalOutcome,
  ApproveWithdrawalsInput,
  BulkApproval,
} from '@chuma/contract/payouts/payout-queue'
import { isDatabaseUnreachable } from '@chuma/db/client'
import { listMembersOf } from '@chuma/db/queries/auth/people'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { listPendingIds, sortByAge } from '@chuma/db/queries/payouts/payouts'
import { lookAtMany } from '@chuma/db/queries/payouts/risk'
import { AppError } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireChosenEconomy } from '../../economy.ts'
import type { Notice } from '../../notice.ts'
import { reviewHoldsOf } from '../holds/review-holds.ts'
import { findOwnCredits, isTooMuch } from './approval-rules.ts'
import { approveRoutine, approveUnreviewed, type Known } from './decide-withdrawal.ts'

/** The edge adds the texts of the messages. */
type Result = Omit<BulkApproval['results'][number], 'message'> & { message: Failure | Unexpected | null }
type Unexpected = Extract<Notice, { code: 'APPROVAL_FAILED' }>
type Report = Omit<BulkApproval, 'results'> & { results: Result[] }

/**
 * For finance and owners: approve many withdrawals, oldest first. What nobody has to look at is approved together; the others one at a
 * time, each in its own transaction, and so is a set in which one fails: a failure affects
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
  const look = await lookAtAll(deps, staff, ids)
  const results: Result[] = []
  // In order, because a day's limit goes to the oldest.
  for (let at = 0; at < ids.length; at += SET_SIZE) {
    const set = ids.slice(at, at + SET_SIZE)
    const approved = await approveSet(
      deps,
      staff,
      set.flatMap((id) => look(id).bulk ?? []),
    )
    for (const id of set) {
      const isDone = approved.has(id)
      results.push(isDone ? approvedOf(id) : await approveOne(deps, staff, { id, ...look(id) }))
    }
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

type Look = { bulk?: Known; skipped?: ApprovalOutcome }

/** Look at all in a few queries however many they are: `skipped` need not be tried. The others are judged under their locks. */
async function lookAtAll(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  staff: StaffActor,
  ids: readonly string[],
): Promise<(id: string) => Look> {
  const [terms, looked, own] = [
    await economy(),
    await lookAtMany(db, ids),
    await listMembersOf(db, staff.name),
  ]
  const ownMembers = new Set(own)
  const memberIds = [...new Set([...looked.values()].map(({ memberId }) => memberId))]
  const given = await findOwnCredits(db, staff, memberIds)
  return (id) => {
    const found = looked.get(id)
    if (!found) return { skipped: 'unknown-id' }
    const { memberId, status, isInReview, isPaused, isHeld } = found
    if (ownMembers.has(memberId)) return { skipped: 'own' }
    if (status !== 'pending') return { skipped: 'no-longer-pending' }
    if (isPaused) return { skipped: 'payouts-paused' }
    if (isInReview) return { skipped: 'in-review' }
    if (isHeld) return { skipped: 'held' }
    const isOfMaker = isTooMuch(given.get(memberId) ?? 0, terms)
    return { bulk: { memberId, withdrawalId: id, isOfMaker } }
  }
}

/** Wallets that are locked at once: members wait for no more than a moment. */
const SET_SIZE = 50

/** None, if anything about one of them fails: then each is decided alone, and the failure is reported with it. */
async function approveSet(deps: Deps, staff: StaffActor, set: readonly Known[]): Promise<Set<string>> {
  if (set.length < 2) return new Set()
  try {
    return await approveRoutine(deps, staff, set)
  } catch (error) {
    if (isDatabaseUnreachable(error)) throw error
    return new Set()
  }
}

const approvedOf = (id: string): Result => ({ id, outcome: 'approved', message: null })

function groupLeft(results: readonly Result[]): Report['left'] {
  const byOutcome = new Map<ApprovalOutcome, string[]>()
  for (const { id, outcome } of results) {
    if (outcome !== 'approved') byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), id])
  }
  return [...byOutcome]
    .map(([outcome, ids]) => ({ outcome, count: ids.length, ids }))
    .sort((one, other) => other.count - one.count)
}

async function approveOne(
  deps: Deps,
  staff: StaffActor,
  { id, bulk, skipped }: Look & { id: string },
): Promise<Result> {
  if (!bulk) return { id, outcome: skipped ?? 'unknown-id', message: null }
  try {
    await approveUnreviewed(deps, staff, bulk)
    return approvedOf(id)
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
