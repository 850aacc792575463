import type { alarm } from '@chuma/contract/admin/alarms'
import type { Answer } from '@chuma/contract/timestamp'
import { acknowledgeAlarm as acknowledge, listAlarms } from '@chuma/db/queries/admin/alarms'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'

/**
 * For staff who read the system page: say that they look after an alarm. It stays open until its cause is gone.
 * @throws AppError ALREADY_DECIDED if someone did before, or there is no such alarm
 */
export async function acknowledgeAlarm(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof alarm>[]> {
  return db.transaction().execute(async (trx) => {
    const found = await acknowledge(trx, id, staff.name)
    if (!found) throw new AppError('ALREADY_DECIDED')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'alarm.acknowledged',
      subject: `alarm:${id}`,
      after: { cause: found.cause },
      address: staff.address,
    })
    return listAlarms(trx)
  })
}
