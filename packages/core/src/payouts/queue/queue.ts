import { randomBytes } from 'node:crypto'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Answer } from '@chuma/contract/fields'
import { formatKes } from '@chuma/contract/format-money'
import {
  ALL_RAILS,
  type payoutQueue,
  type ResumeQueueInput,
  type StopQueueInput,
} from '@chuma/contract/payouts/payout-queue'
import type { Db, Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { announceJobs, insertJob, jobsInsert } from '@chuma/db/queries/jobs'
import { lockSwitch, updateSwitch } from '@chuma/db/queries/payouts/automatic-payouts'
import {
  attemptsInsert,
  hastenPrepared,
  type LockedAttempt,
  type NewAttempt,
  referencesInsert,
  updateAttempt,
} from '@chuma/db/queries/payouts/payout-attempts'
import {
  type getCallback,
  lockWaitingCallback,
  updateCallbackOutcome,
} from '@chuma/db/queries/payouts/payout-callbacks'
import {
  findFloatQuery,
  getTimeIn,
  getTotals,
  isAnyWaitingForFloat,
  isQueueStopped,
  lockQueue,
  readQueues,
  setFloatLow,
  updateQueue,
  upsertFloat,
} from '@chuma/db/queries/payouts/payout-queue'
import type { Wait, WithdrawalChange } from '@chuma/db/queries/payouts/payouts'
import type { Writes } from '@chuma/db/queries/write-together'
import { AppError } from '../../app-error.ts'
import { recordCompanyChange } from '../../approvals/company-changes.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Mover } from '../../state-machine.ts'
import type { CallbackOutcome, LockedPayout, Payouts } from '../attempts/payouts.ts'
import { sweepPayouts } from '../attempts/sweep-payouts.ts'
import { fixTaxes, moveWithdrawal, moveWithdrawals } from '../move-payout.ts'
import { chooseRail, findRail, listOpenRails } from '../rails.ts'

/**
 * Resume payouts after a person has fixed the problem. All waiting payouts are checked again, even those that wait for
 * another day or for money, because a limit may have been raised or money added.
 * @throws AppError NOT_FOUND without a provider, QUEUE_STATE if it is not stopped
 */
export async function resumePayoutQueue(
  deps: Deps,
  staff: StaffActor,
  { provider, note }: ResumeQueueInput,
): Promise<Answer<typeof payoutQueue>> {
  const isAllMeant = provider === undefined && (await isQueueStopped(deps.db, ALL_RAILS))
  const providers = isAllMeant ? [ALL_RAILS, ...listOpenRails(deps.payouts)] : requireQueues(deps, provider)
  await deps.db.transaction().execute(async (trx) => {
    // Attempts before the queue, as a sender locks them: the other way round the two would deadlock.
    await hastenPrepared(trx)
    let resumed = 0
    for (const name of providers) if (await resume(trx, staff, { provider: name, note })) resumed += 1
    if (resumed === 0) throw new AppError('QUEUE_STATE')
    // The rule looks again at what it left to people meanwhile.
    if (providers.includes(ALL_RAILS) && !(await lockSwitch(trx, 'update')).isTripped)
      await updateSwitch(trx, null)
    await insertJob(trx, 'query-float', {})
  })
  // Otherwise what waited would wait for the next sweep too. They are resumed by now, so its failure is no refusal.
  await sweepPayouts(deps).catch((error) => deps.reportFailure(error, 'the sweep after a resume failed'))
  return getPayoutQueue(deps)
}

/** False if it was not stopped. */
async function resume(
  trx: Trx,
  staff: StaffActor,
  { provider, note }: { provider: string; note: string },
): Promise<boolean> {
  const { isStopped, reason, code, since, stoppedBy } = await lockQueue(trx, provider)
  if (!isStopped) return false
  await updateQueue(trx, provider, null)
  await recordCompanyChange(trx, {
    actor: staff.name,
    action: 'payout-queue.resumed',
    subject: `payout-queue:${provider}`,
    before: { reason, code, since, stoppedBy },
    reason: note,
    address: staff.address,
  })
  return true
}

type Queue = Answer<typeof payoutQueue>

/** Describe every provider's queue, and before them the stop of everything, while there is one. */
export async function listPayoutQueues(deps: Deps): Promise<Queue[]> {
  const { all, queues } = await describeQueues(deps)
  return all.isStopped ? [all, ...queues] : queues
}

/** Describe one queue: of several the first that is stopped. Without a provider only the daily limit. */
export async function getPayoutQueue(deps: Deps): Promise<Queue> {
  const { all, queues } = await describeQueues(deps)
  return [all, ...queues].find(({ isStopped }) => isStopped) ?? queues[0] ?? { ...all, provider: null }
}

/** Whether payouts leave, of all providers and of each, why not, and how much was and can be sent. */
async function describeQueues({ db, economy, payouts }: Deps): Promise<{ all: Queue; queues: Queue[] }> {
  const { dailyPayoutLimitKes: dailyLimitKes, minimumFloatKes } = await economy()
  const read = await readQueues(db, [ALL_RAILS, ...listOpenRails(payouts)])
  const [all, ...queues] = read.map((queue) => ({ ...queue, dailyLimitKes, minimumFloatKes }))
  if (!all) throw new Error('every name gives one row')
  return { all, queues }
}

/** Return the providers whose queues are meant: the named one, or all that get new payments. */
function requireQueues({ payouts }: Pick<Deps, 'payouts'>, named: string | undefined): string[] {
  if (named === ALL_RAILS) return [ALL_RAILS]
  const open = listOpenRails(payouts)
  const meant = named === undefined ? open : open.filter((name) => name === named)
  if (meant.length > 0) return meant
  throw new AppError('NOT_FOUND', { what: 'payoutQueue' })
}

/**
 * Refuse to make a file to pay from until a person has said what was paid after the backup.
 * @throws AppError PAYOUTS_STOPPED
 */
export async function refuseWhenRestored(db: Db): Promise<void> {
  if (await isQueueStopped(db, ALL_RAILS)) throw new AppError('PAYOUTS_STOPPED')
}

type Callback = Awaited<ReturnType<typeof getCallback>>
type Known = CallbackOutcome & { address: string | null }
type Balance = { provider: string; availableKes: number; askedAt: Date }

/** Record our balance as reported by the provider, and alarm staff once if it is too low. */
export async function recordFloat(deps: Deps, callbackId: string, callback: Callback): Promise<Known | null> {
  const { minimumFloatKes } = await deps.economy()
  const query = await findFloatQuery(deps.db, callback.tokenHash)
  const parsed = query && findRail(deps.payouts, query.provider)?.parseBalance?.(callback.body)
  return deps.db.transaction().execute(async (trx) => {
    if (!(await lockWaitingCallback(trx, callbackId))) return null
    const outcome = await judge(trx)
    await updateCallbackOutcome(trx, { callbackId, ...outcome })
    return { ...outcome, address: callback.address }
  })

  async function judge(trx: Trx): Promise<CallbackOutcome> {
    if (!callback.isFromProvider) {
      return { outcome: 'foreign-address', detail: callback.address ?? 'no address' }
    }
    if (!query) return { outcome: 'late', detail: '' }
    if (!parsed?.ok) return { outcome: 'malformed', detail: parsed?.reason ?? 'No provider reads it' }
    return keepBalance(trx, { ...query, ...parsed.value }, minimumFloatKes)
  }
}

/** Keep a balance unless a newer one is known. */
export async function keepBalance(
  trx: Trx,
  balance: Balance,
  minimumFloatKes: number,
): Promise<CallbackOutcome> {
  const { provider, availableKes } = balance
  // The decision to send reads the balance under the same lock.
  await lockQueue(trx, provider)
  const detail = `KES ${availableKes}`
  if (!(await upsertFloat(trx, balance))) return { outcome: 'late', detail }
  // The alarm stays on while a payout waits for money, even above the minimum: otherwise every answer would raise it again.
  const isLow = availableKes < minimumFloatKes || (await isAnyWaitingForFloat(trx, provider))
  if ((await setFloatLow(trx, provider, isLow)) && isLow) await alarmLowFloat(trx, provider, availableKes)
  return { outcome: 'balance', detail }
}

/** Alarm staff about too little money, once until there was enough again. */
async function alarmLowFloat(trx: Trx, provider: string, amountKes: number): Promise<void> {
  await insertJob(trx, 'send-float-low', { provider, amountKes })
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

type Queuing = WithdrawalChange & {
  by: Mover
  agreedBy?: string | undefined
  /** The owner's rule approved it, and its switch still stops it. */
  isAutomatic?: boolean
  /** What the same statement writes about those that a provider gets, and about those that a person pays. */
  record?: (payouts: readonly LockedPayout[], to: 'queued' | 'manual') => Writes
}

/**
 * Queue an approved withdrawal for payment. With a provider this writes the attempt with the one id for all its sends,
 * so that a crash cannot change it. A payout that has to wait gets its job from the sweep.
 */
export const queuePayout = (
  trx: Trx,
  payouts: Payouts,
  { payout, ...queuing }: Queuing & { payout: LockedPayout },
) => queuePayouts(trx, payouts, { approved: [payout], ...queuing })

/** The same for many that are in the same state. */
export async function queuePayouts(
  trx: Trx,
  payouts: Payouts,
  { approved, wait, isAutomatic = false, record, ...move }: Queuing & { approved: readonly LockedPayout[] },
): Promise<void> {
  // A person pays what is shown from now on. A worker fixes it again before it sends.
  const sentKes = await fixTaxes(trx, approved)
  const [queued, manual]: [LockedPayout[], LockedPayout[]] = [[], []]
  const attempts: NewAttempt[] = []
  for (const [n, payout] of approved.entries()) {
    const { ref, withdrawal, attempt } = payout
    const rail = chooseRail(payouts, withdrawal.method)
    if (!rail || withdrawal.mpesaNumber === null) {
      manual.push(payout)
      continue
    }
    queued.push(payout)
    attempts.push({
      ...ref,
      attemptNo: (attempt?.attemptNo ?? 0) + 1,
      provider: rail.name,
      originatorConversationId: createOriginatorId(),
      amountKes: sentKes[n] ?? withdrawal.payoutKes,
      mpesaNumber: withdrawal.mpesaNumber,
      isAutomatic,
      nextCheckInSeconds: payouts.leaseSeconds,
      nextCheckAt: wait?.until,
    })
  }
  if (manual.length > 0) {
    const also = { ...record?.(manual, 'manual') }
    await moveWithdrawals(trx, manual, { ...move, to: 'manual', also })
  }
  if (queued.length > 0) {
    const references = attempts.map((attempt) => ({
      ...attempt,
      kind: 'originator' as const,
      value: attempt.originatorConversationId,
    }))
    const also = {
      ...record?.(queued, 'queued'),
      attempts: attemptsInsert(trx, attempts),
      references: referencesInsert(trx, references),
      ...(!wait && {
        jobs: jobsInsert(
          'send-payout',
          queued.map(({ ref }) => ref),
        ),
      }),
    }
    await moveWithdrawals(trx, queued, { ...move, ...(wait && { wait }), to: 'queued', also })
    if (!wait) await announceJobs(trx, 'send-payout')
  }
}

/** Nineteen characters: Daraja documents "less than 20" in one place and longer ones in another. */
function createOriginatorId(): string {
  return `po_${Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('')}`
}

/** An older balance delays nothing, because money may have been added since. */
const FLOAT_FRESH_SECONDS = 30 * 60
const FLOAT_WAIT_SECONDS = 10 * 60

export type Limits = Pick<Economy, 'dailyPayoutLimitKes' | 'memberDailyPayoutLimitKes' | 'minimumFloatKes'>
type Sending = {
  memberId: string
  provider: string
  amountKes: number
  limits: Limits
}

/**
 * Whether a payout may be sent now: yes, later, or never because it exceeds a whole day's limit. The caller has locked
 * the queue and commits the step to sending in the same transaction, so that of two workers at the limit one succeeds.
 */
export async function limitPayout(
  trx: Trx,
  { memberId, provider, amountKes, limits }: Sending,
): Promise<'pass' | { wait: Wait } | { never: string }> {
  const { dailyPayoutLimitKes, memberDailyPayoutLimitKes } = limits
  const totals = await getTotals(trx, {
    provider,
    memberId,
    freshSeconds: FLOAT_FRESH_SECONDS,
    isDaySummed: dailyPayoutLimitKes > 0,
  })
  const daily = [
    { reason: 'daily-limit', limitKes: dailyPayoutLimitKes, sentKes: totals.todayKes },
    { reason: 'member-daily-limit', limitKes: memberDailyPayoutLimitKes, sentKes: totals.memberTodayKes },
  ] as const
  for (const { reason, limitKes, sentKes } of daily) {
    if (limitKes === 0 || sentKes + amountKes <= limitKes) continue
    if (amountKes > limitKes) return { never: `More than the limit of a whole day, ${formatKes(limitKes)}` }
    return { wait: { reason, until: totals.tomorrow } }
  }
  if (totals.floatKes !== null && amountKes > totals.floatKes) {
    if (await setFloatLow(trx, provider, true)) await alarmLowFloat(trx, provider, totals.floatKes)
    return { wait: { reason: 'low-float', until: await getTimeIn(trx, FLOAT_WAIT_SECONDS) } }
  }
  return 'pass'
}

/**
 * Stop payouts immediately, for staff who may manage them. Nothing leaves after the commit; payouts that were sent are
 * still followed.
 * @throws AppError NOT_FOUND without a provider, QUEUE_STATE if all of them are stopped already
 */
export async function stopPayoutQueue(
  deps: Deps,
  staff: StaffActor,
  { provider, reason }: StopQueueInput,
): Promise<Answer<typeof payoutQueue>> {
  const providers = requireQueues(deps, provider)
  await deps.db.transaction().execute(async (trx) => {
    const stop = { reason, code: null, actor: staff.name, address: staff.address }
    let stopped = 0
    for (const name of providers) if (await stopQueue(trx, name, stop)) stopped += 1
    if (stopped === 0) throw new AppError('QUEUE_STATE')
  })
  return getPayoutQueue(deps)
}

type Stop = {
  reason: string
  /** The provider's answer; null if a person stops it. */
  code: string | null
  actor: string
  address: string | null
}

/**
 * Stop everything that has not been sent, until a person resumes it. Staff get one mail for each stop. Returns false if
 * it was stopped already. Lock order: payouts before the queue.
 */
export async function stopQueue(
  trx: Trx,
  provider: string,
  { reason, code, actor, address }: Stop,
): Promise<boolean> {
  if ((await lockQueue(trx, provider)).isStopped) return false
  await updateQueue(trx, provider, { reason, code, stoppedBy: actor })
  await insertAuditEntry(trx, {
    actor,
    action: 'payout-queue.stopped',
    subject: `payout-queue:${provider}`,
    ...(code === null ? {} : { after: { code } }),
    reason,
    address,
  })
  await insertJob(trx, 'send-queue-stopped', { provider, reason, code, stoppedBy: actor })
  return true
}

/** Stop the queue because of a provider's answer, in the transaction that records the answer. */
export async function stopQueueFor(
  trx: Trx,
  provider: string,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await stopQueue(trx, provider, { reason: reason || code, code, actor: 'system', address: null })
}

/** Keep a prepared payout in the queue until then. The member sees the reason. */
export async function holdPayout(
  trx: Trx,
  payout: LockedPayout & { attempt: LockedAttempt },
  wait: Wait,
): Promise<void> {
  const { ref, attempt } = payout
  await updateAttempt(trx, { ...ref, attemptNo: attempt.attemptNo }, { nextCheckAt: wait.until })
  await moveWithdrawal(trx, payout, { to: 'queued', by: 'worker', wait })
}
