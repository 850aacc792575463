import type { Trx } from '@chuma/db/client'
import type { Due } from '@chuma/db/queries/admin/alarms'
import type { Payouts } from '../../payouts/attempts/payouts.ts'
import { tripAutomaticPayout } from '../../payouts/automatic/trip-automatic-payout.ts'
import { stopQueue } from '../../payouts/queue/stop-queue.ts'
import { listOpenRails } from '../../payouts/rails/find-rail.ts'
import { nameAlarm } from './name-alarm.ts'

/**
 * Stop payouts until a person resumes them: what leaves now, and what the rule would approve next. The only place where an alarm touches
 * money. Lock order: the queues before the switch.
 */
export async function tripPayouts(trx: Trx, payouts: Pick<Payouts, 'rails'>, due: Due): Promise<void> {
  const reason = `Alarm ${nameAlarm(due)}`
  for (const name of listOpenRails(payouts)) {
    await stopQueue(trx, name, { reason, code: null, actor: 'system', address: null })
  }
  await tripAutomaticPayout(trx, { cause: 'books', reason })
}
