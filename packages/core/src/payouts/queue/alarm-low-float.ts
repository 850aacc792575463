import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'

/** Alarm staff about too little money, once until there was enough again. */
export async function alarmLowFloat(trx: Trx, provider: string, amountKes: number): Promise<void> {
  await insertJob(trx, 'send-float-low', { provider, amountKes })
}
