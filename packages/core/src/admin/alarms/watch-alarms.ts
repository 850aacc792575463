import { ONCE_A_DAY, STOPS_PAYOUTS } from '@chuma/contract/admin/alarms'
import type { Trx } from '@chuma/db/client'
import {
  clearAlarm,
  type Due,
  findCauses,
  listOpenAlarms,
  lockAlarms,
  raiseAlarm,
  wasClearedToday,
} from '@chuma/db/queries/admin/alarms'
import type { Deps } from '../../deps.ts'
import { tellOwners } from '../mailboxes/tell-owners.ts'
import { findShortFloats } from './find-short-floats.ts'
import { nameAlarm } from './name-alarm.ts'
import { tripPayouts } from './trip-payouts.ts'

type Watching = Pick<Deps, 'db' | 'economy' | 'payouts'>

/**
 * Job, every five minutes: raise an alarm for each new cause, and clear those whose cause is gone. Owners get one mail when an alarm is raised
 * and one when it is cleared. Where money is at risk payouts stop.
 * @returns the alarms that were raised
 */
export async function watchAlarms({ db, economy, payouts }: Watching): Promise<Due[]> {
  const { taxDueDay } = await economy()
  return db.transaction().execute(async (trx) => {
    await lockAlarms(trx)
    const causes = [...(await findCauses(trx, taxDueDay)), ...(await findShortFloats(trx, payouts))]
    const raised: Due[] = []
    for (const due of causes) {
      if (ONCE_A_DAY.has(due.cause) && (await wasClearedToday(trx, due.cause))) continue
      if (!(await raiseAlarm(trx, due))) continue
      raised.push(due)
      await tell(trx, 'alarm.raised', due)
      if (STOPS_PAYOUTS.has(due.cause)) await tripPayouts(trx, payouts, due)
    }
    for (const { id, cause, figures } of await listOpenAlarms(trx)) {
      if (causes.some((due) => due.cause === cause)) continue
      await clearAlarm(trx, id)
      await tell(trx, 'alarm.cleared', { cause, figures })
    }
    return raised
  })
}

function tell(trx: Trx, action: 'alarm.raised' | 'alarm.cleared', due: Due): Promise<void> {
  const at = new Date().toISOString()
  return tellOwners(trx, { action, actor: 'system', subject: nameAlarm(due), address: null, at })
}
