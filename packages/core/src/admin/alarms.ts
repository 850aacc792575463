import { ONCE_A_DAY, STOPS_PAYOUTS } from '@chuma/contract/admin/system'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  acknowledgeAlarm as acknowledge,
  clearAlarm,
  type Due,
  findCauses,
  listAlarms,
  listOpenAlarms,
  lockAlarms,
  raiseAlarm,
  wasClearedToday,
} from '@chuma/db/queries/admin/system'
import { type FloatAhead, listFloatsAhead } from '@chuma/db/queries/payouts/payout-queue'
import { orRefuse } from '../app-error.ts'
import { tellOwners } from '../approvals/tell-owners.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Payouts } from '../payouts/attempts/payouts.ts'
import { forecastFloat, tripAutomaticPayout } from '../payouts/automatic/automatic-payout.ts'
import { stopQueue } from '../payouts/queue/queue.ts'
import { listOpenRails } from '../payouts/rails.ts'

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

/**
 * Find the providers whose float does not last until banks open on the next working day: nobody could top it up before it is gone. A
 * balance that was not heard of for a day says nothing.
 */
async function findShortFloats(db: Db, payouts: Pick<Payouts, 'rails'>): Promise<Due[]> {
  const short = (await listFloatsAhead(db, listOpenRails(payouts))).filter(isShort)
  if (short.length === 0) return []
  const floats = short.map((float) => ({
    provider: float.provider,
    kes: Math.floor(float.floatKes),
    hours: forecastFloat(float) ?? 0,
  }))
  const [{ hoursUntilOpening = 0 } = {}] = short
  return [{ cause: 'float-short', figures: { floats, hours: Math.ceil(hoursUntilOpening) } }]
}

function isShort(float: FloatAhead): boolean {
  const hoursLeft = forecastFloat(float)
  return hoursLeft !== null && hoursLeft < float.hoursUntilOpening
}

/**
 * Name an alarm in one line for mails and reasons, which have no words for its figures.
 * @example nameAlarm({ cause: 'books-differ', figures: { count: 2, day: '2026-11-20' } }) // 'books-differ (count 2, day 2026-11-20)'
 */
function nameAlarm({ cause, figures: { floats, ...plain } }: Due): string {
  const facts = [
    ...(floats ?? []).map(({ provider, kes, hours }) => `${provider} ${kes} KES for ${hours} hours`),
    ...Object.entries(plain).map(([name, value]) => `${name} ${value ?? 'none'}`),
  ]
  return `${cause} (${facts.join(', ')})`
}

/**
 * Stop payouts until a person resumes them: what leaves now, and what the rule would approve next. The only place where an alarm touches
 * money. Lock order: the queues before the switch.
 */
async function tripPayouts(trx: Trx, payouts: Pick<Payouts, 'rails'>, due: Due): Promise<void> {
  const reason = `Alarm ${nameAlarm(due)}`
  for (const name of listOpenRails(payouts)) {
    await stopQueue(trx, name, { reason, code: null, actor: 'system', address: null })
  }
  await tripAutomaticPayout(trx, { cause: 'books', reason })
}

/**
 * For staff who read the system page: say that they look after an alarm. It stays open until its cause is gone.
 * @throws AppError ALREADY_DECIDED if someone did before, or there is no such alarm
 */
export async function acknowledgeAlarm({ db }: Pick<Deps, 'db'>, staff: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    const found = orRefuse(await acknowledge(trx, id, staff.name), 'ALREADY_DECIDED')
    await recordAct(trx, staff, {
      action: 'alarm.acknowledged',
      subject: `alarm:${id}`,
      after: { cause: found.cause },
    })
    return listAlarms(trx)
  })
}
