import type { Economy } from '@chuma/contract/admin/economy/economy'
import { formatKes } from '@chuma/contract/format-money'
import type { TripCause } from '@chuma/contract/payouts/automatic-payouts'
import { type Anomalies, getAnomalies } from '@chuma/db/queries/payouts/automatic/automatic-anomalies'
import { readSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { findFloat } from '@chuma/db/queries/payouts/payout-float'
import type { Deps } from '../../deps.ts'
import { chooseRail } from '../rails/find-rail.ts'
import { tripAutomaticPayout } from './trip-automatic-payout.ts'

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
