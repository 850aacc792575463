import type { payoutQueue } from '@chuma/contract/payouts/payout-queue'
import type { Answer } from '@chuma/contract/timestamp'
import { findFloat } from '@chuma/db/queries/payouts/payout-float'
import { countHeldPayouts, findQueue, getQueued, getTotals } from '@chuma/db/queries/payouts/payout-queue'
import type { Deps } from '../../deps.ts'

const GOING = { isStopped: false, reason: null, code: null, since: null, stoppedBy: null }

/** Describe whether payouts leave, why not, and how much was and can be sent. Without a provider only the daily limit. */
export async function getPayoutQueue({ db, economy, payouts }: Deps): Promise<Answer<typeof payoutQueue>> {
  const provider = payouts.provider?.name ?? null
  const { dailyPayoutLimitKes, minimumFloatKes } = await economy()
  const name = provider ?? ''
  const [queue, float, queued, heldCount, totals] = await Promise.all([
    findQueue(db, name),
    findFloat(db, name),
    getQueued(db),
    countHeldPayouts(db),
    getTotals(db, { provider: name, memberId: null, freshSeconds: 0 }),
  ])
  return {
    provider,
    ...(queue ?? GOING),
    queuedCount: queued.count,
    queuedKes: queued.amountKes,
    heldCount,
    sentTodayKes: totals.todayKes,
    dailyLimitKes: dailyPayoutLimitKes,
    floatKes: float?.availableKes ?? null,
    floatAt: float?.askedAt ?? null,
    minimumFloatKes,
    isFloatLow: float?.isLow ?? false,
  }
}
