import type { Trx } from '@chuma/db/client'
import type { Due } from '@chuma/db/queries/admin/alarms'
import type { Payouts } from '../../payouts/attempts/payouts.ts'
import { tripAutomaticPayout } from '../../payouts/automatic/trip-automatic-payout.ts'
import { stopQueue } from '../../payouts/queue/stop-queue.ts'

/**
 * Stop payouts until a person resumes them: what leaves now, and what the rule would approve next. The only place where an alarm touches
 * money. Lock order: the queue before the switch.
 */
export async function tripPayouts(
  trx: Trx,
  { provider }: Pick<Payouts, 'provider'>,
  { cause, detail }: Due,
): Promise<void> {
  const reason = `Alarm ${cause}: ${detail}`
  if (provider) await stopQueue(trx, provider.name, { reason, code: null, actor: 'system', address: null })
  await tripAutomaticPayout(trx, { cause: 'books', reason })
}
