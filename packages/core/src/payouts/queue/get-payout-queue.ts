import type { payoutQueue } from '@chuma/contract/payouts/payout-queue'
import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Answer } from '@chuma/contract/timestamp'
import { findFloat } from '@chuma/db/queries/payouts/payout-float'
import { countHeldPayouts, findQueue, getQueued, getTotals } from '@chuma/db/queries/payouts/payout-queue'
import type { Deps } from '../../deps.ts'
import { listOpenRails } from '../rails/find-rail.ts'

const GOING = { isStopped: false, reason: null, code: null, since: null, stoppedBy: null }

type Queue = Answer<typeof payoutQueue>

/** Describe every provider's queue, and before them the stop of everything, while there is one. */
export async function listPayoutQueues(deps: Deps): Promise<Queue[]> {
  const all = await findQueue(deps.db, ALL_RAILS)
  const names = [...(all?.isStopped ? [ALL_RAILS] : []), ...listOpenRails(deps.payouts)]
  return Promise.all(names.map((name) => describeQueue(deps, name)))
}

/** Describe one queue: of several the first that is stopped. Without a provider only the daily limit. */
export async function getPayoutQueue(deps: Deps): Promise<Queue> {
  const queues = await listPayoutQueues(deps)
  return queues.find(({ isStopped }) => isStopped) ?? queues[0] ?? describeQueue(deps, null)
}

/** Whether payouts leave, why not, and how much was and can be sent. */
async function describeQueue({ db, economy }: Deps, provider: string | null): Promise<Queue> {
  const { dailyPayoutLimitKes, minimumFloatKes } = await economy()
  const name = provider ?? ''
  const [queue, float, queued, heldCount, totals] = await Promise.all([
    findQueue(db, name),
    findFloat(db, name),
    getQueued(db, provider),
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
