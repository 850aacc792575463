import type { Economy } from '@chuma/contract/admin/economy/economy'
import { formatKes } from '@chuma/contract/format-money'
import type { Trx } from '@chuma/db/client'
import { getTimeIn } from '@chuma/db/queries/payouts/get-time-in'
import { setFloatLow } from '@chuma/db/queries/payouts/payout-float'
import { getTotals } from '@chuma/db/queries/payouts/payout-queue'
import type { Wait } from '@chuma/db/queries/payouts/payouts'
import { alarmLowFloat } from './alarm-low-float.ts'

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
