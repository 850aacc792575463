import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'

/** Whoever finds that there is too little, and that nobody has said so since there last was enough. */
export async function alarmLowFloat(trx: Trx, provider: string, amountKes: number): Promise<void> {
  await insertJob(trx, 'send-float-low', { provider, amountKes })
}
