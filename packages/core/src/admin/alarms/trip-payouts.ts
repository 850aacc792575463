import type { Trx } from '@chuma/db/client'
import type { Due } from '@chuma/db/queries/admin/alarms'
import type { Payouts } from '../../payouts/attempts/payouts.ts'
import { stopQueue } from '../../payouts/queue/stop-queue.ts'

/** Stop payouts until a person resumes them. The only place where an alarm touches money. */
export async function tripPayouts(
  trx: Trx,
  { provider }: Pick<Payouts, 'provider'>,
  { cause, detail }: Due,
): Promise<void> {
  if (!provider) return
  const reason = `Alarm ${cause}: ${detail}`
  await stopQueue(trx, provider.name, { reason, code: null, actor: 'system', address: null })
}
