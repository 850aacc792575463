import type { Economy } from '@chuma/contract/admin/economy/economy'
import { formatKes } from '@chuma/contract/format-money'
import type {
  ReleaseAutomaticInput,
  TripAutomaticInput,
  TripCause,
} from '@chuma/contract/payouts/automatic-payouts'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listPayoutMailboxes } from '@chuma/db/queries/admin/staff'
import { insertJob } from '@chuma/db/queries/jobs'
import {
  type Anomalies,
  getAgreement,
  getAnomalies,
  getAutomaticToday,
  getPace,
  getPayoutTimes,
  listDisagreements,
  lockSwitch,
  readSwitch,
  updateSwitch,
} from '@chuma/db/queries/payouts/automatic-payouts'
import { findFloat, getQueued } from '@chuma/db/queries/payouts/payout-queue'
import { AppError } from '../../app-error.ts'
import { recordCompanyChange } from '../../approvals/company-changes.ts'
import { orAskAnother, passApproval } from '../../approvals/or-ask-another.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { readEconomy } from '../../economy.ts'
import { chooseRail } from '../rails.ts'

/** How many of the last payments the share of failures is of. It counts from half of them on. */
const LAST_PAYMENTS = 20

type Limits = Pick<
  Economy,
  | 'automaticTripFloorKes'
  | 'automaticTripMintedPercent'
  | 'automaticTripTimes'
  | 'automaticTripFailedPercent'
  | 'kesPerPoint'
  | 'kesPerUsd'
  | 'minimumFloatKes'
>
type Seen = Anomalies & { floatKes: number | null }
type Found = { cause: TripCause; reason: string }

/** Job, every minute: throw the switch if an hour looks like an attack, or the money runs out. */
export async function watchAutomaticPayout({
  db,
  economy,
  payouts,
}: Pick<Deps, 'db' | 'economy' | 'payouts'>) {
  const terms = await economy()
  if (terms.automaticPayout !== 'on') return
  const { isTripped, releasedAt } = await readSwitch(db)
  if (isTripped) return
  const anomalies = await getAnomalies(db, { since: releasedAt, lastPayments: LAST_PAYMENTS })
  const float = await findFloat(db, chooseRail(payouts, 'mpesa')?.name ?? '')
  const found = findAnomaly({ ...anomalies, floatKes: float?.availableKes ?? null }, terms)
  if (found) await db.transaction().execute((trx) => tripAutomaticPayout(trx, found))
}

/** Name the first thing that is not as it should be. Below the floor an hour is never an anomaly. */
export function findAnomaly(seen: Seen, limits: Limits): Found | null {
  return (
    findMinted(seen, limits) ??
    findHaste(seen, limits) ??
    findFailures(seen, limits) ??
    findEmpty(seen, limits)
  )
}

function findMinted({ mintedPoints, revenueUsd }: Seen, limits: Limits): Found | null {
  const { automaticTripMintedPercent: percent, automaticTripFloorKes: floorKes } = limits
  const mintedKes = mintedPoints * limits.kesPerPoint
  const revenueKes = Math.round(revenueUsd * limits.kesPerUsd)
  if (percent === 0 || mintedKes <= floorKes || mintedKes * 100 <= revenueKes * percent) return null
  const reason = `In the last hour points worth ${formatKes(mintedKes)} were given, and partners owe ${formatKes(revenueKes)} for it`
  return { cause: 'minted', reason }
}

function findHaste({ paidKes, usualPaidKes }: Seen, limits: Limits): Found | null {
  const { automaticTripTimes: times, automaticTripFloorKes: floorKes } = limits
  if (times === 0 || paidKes <= floorKes || paidKes <= usualPaidKes * times) return null
  const usual = formatKes(Math.round(usualPaidKes))
  return { cause: 'velocity', reason: `${formatKes(paidKes)} were paid in the last hour, usually ${usual}` }
}

function findFailures({ settledCount, failedCount }: Seen, limits: Limits): Found | null {
  const { automaticTripFailedPercent: percent } = limits
  if (percent === 0 || settledCount < LAST_PAYMENTS / 2 || failedCount * 100 <= settledCount * percent)
    return null
  return { cause: 'failures', reason: `${failedCount} of the last ${settledCount} payments failed` }
}

function findEmpty({ floatKes }: Seen, { minimumFloatKes }: Limits): Found | null {
  if (floatKes === null || floatKes >= minimumFloatKes) return null
  const [left, minimum] = [formatKes(Math.floor(floatKes)), formatKes(minimumFloatKes)]
  return { cause: 'float', reason: `${left} are left in the account, less than the minimum of ${minimum}` }
}

type Trip = {
  cause: TripCause
  /** In plain words, for staff. */
  reason: string
  /** The member of staff who threw the switch; by default the machine did. */
  actor?: string
  address?: string | null
}

/**
 * Throw the switch of automatic payout: nothing is approved by the rule after the commit, and nothing that it approved is sent. Owners
 * and finance get a mail. False if it was thrown before. Call it last in a transaction, after the locks of payouts and their queue.
 */
export async function tripAutomaticPayout(
  trx: Trx,
  { cause, reason, actor = 'system', address = null }: Trip,
): Promise<boolean> {
  if ((await lockSwitch(trx, 'update')).isTripped) return false
  await updateSwitch(trx, { cause, reason, trippedBy: actor })
  await insertAuditEntry(trx, {
    actor,
    action: 'automatic-payout.stopped',
    subject: 'automatic-payout',
    after: { cause },
    reason,
    address,
  })
  const news = { cause, reason, trippedBy: actor }
  await insertJob(trx, 'send-automatic-stopped', news)
  for (const to of await listPayoutMailboxes(trx))
    await insertJob(trx, 'send-automatic-stopped', { ...news, to })
  return true
}

/**
 * Let the owner's rule pay again, once a second person agrees that the cause is gone. What waits is looked at again by the sweep.
 * `trippedAt` names the stop: one that was thrown since stays.
 * @throws AppError QUEUE_STATE if it is not stopped, or was stopped again; APPROVAL_PENDING
 */
export async function releaseAutomaticPayout(deps: Deps, staff: StaffActor, input: ReleaseAutomaticInput) {
  const { trippedAt, note } = input
  await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const { isTripped, cause, reason, trippedBy, trippedAt: since } = await lockSwitch(trx, 'update')
      if (!isTripped || since?.getTime() !== Date.parse(trippedAt)) throw new AppError('QUEUE_STATE')
      const acts = await passApproval(
        trx,
        {
          kind: 'release-automatic-payout',
          subject: 'automatic-payout',
          payload: input,
          before: { isTripped, cause, reason, trippedBy },
          after: { isTripped: false },
          amountKes: null,
          reason: note,
        },
        { staff, isAboveLimit: async () => true },
      )
      await updateSwitch(trx, null)
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'automatic-payout.resumed',
        subject: 'automatic-payout',
        before: { cause, reason, trippedBy },
        after: { ...acts },
        reason: note,
        address: staff.address,
      })
    }),
  )
  return getAutomaticPayout(deps)
}

const AGREEMENT_DAYS = 30
const MAX_DISAGREEMENTS = 50

/** Describe the owner's rule, its switch, what it did today, how far staff agree, and how long the float lasts. */
export async function getAutomaticPayout({ db, payouts }: Pick<Deps, 'db' | 'payouts'>) {
  const { version, record } = await readEconomy(db)
  const { releasedAt: _, ...state } = await readSwitch(db)
  const [today, agreement, disagreements, times] = await Promise.all([
    getAutomaticToday(db),
    getAgreement(db, AGREEMENT_DAYS),
    listDisagreements(db, { days: AGREEMENT_DAYS, limit: MAX_DISAGREEMENTS }),
    getPayoutTimes(db),
  ])
  return {
    mode: record.automaticPayout,
    ruleVersion: version,
    rule: {
      maxKes: record.automaticMaxKes,
      memberDayKes: record.automaticMemberDayKes,
      dayKes: record.automaticDayKes,
      belowRisk: record.automaticBelowRisk,
      firstPayouts: record.automaticFirstPayouts,
      samplePercent: record.automaticSamplePercent,
    },
    switch: state,
    today,
    agreement: { ...agreement, disagreements },
    float: await readFloat({ db, payouts }),
    times,
  }
}

async function readFloat({ db, payouts }: Pick<Deps, 'db' | 'payouts'>) {
  const provider = chooseRail(payouts, 'mpesa')?.name ?? ''
  const [float, queued, pace] = await Promise.all([
    findFloat(db, provider),
    getQueued(db, provider),
    getPace(db),
  ])
  const { pendingKes, sentDayKes } = pace
  const floatKes = float?.availableKes ?? null
  const money = { floatKes, queuedKes: queued.amountKes, sentDayKes }
  return {
    floatKes,
    queuedKes: queued.amountKes,
    pendingKes,
    paceKes: paceOf(pace),
    hoursLeft: forecastFloat(money),
  }
}

type Money = { floatKes: number | null; queuedKes: number; sentDayKes: number }

/** Whole shillings in an hour, on average over the last day. */
export const paceOf = ({ sentDayKes }: Pick<Money, 'sentDayKes'>): number => Math.round(sentDayKes / 24)

/**
 * How many hours the float lasts: what is queued leaves at once, and then payouts go on as in the last day. Null if the float is
 * unknown, or nothing is sent.
 */
export function forecastFloat(money: Money): number | null {
  const { floatKes, queuedKes, sentDayKes } = money
  if (floatKes === null) return null
  const free = floatKes - queuedKes
  if (free <= 0) return 0
  return sentDayKes === 0 ? null : Math.round((free / sentDayKes) * 24 * 10) / 10
}

/**
 * Stop auto-approval immediately, for staff who may manage payouts. Withdrawals wait for a person from the commit on.
 * @throws AppError QUEUE_STATE if they are stopped already
 */
export async function stopAutomaticPayout(deps: Deps, staff: StaffActor, { reason }: TripAutomaticInput) {
  const { name: actor, address } = staff
  await deps.db.transaction().execute(async (trx) => {
    if (!(await tripAutomaticPayout(trx, { cause: 'staff', reason, actor, address }))) {
      throw new AppError('QUEUE_STATE')
    }
  })
  return getAutomaticPayout(deps)
}
