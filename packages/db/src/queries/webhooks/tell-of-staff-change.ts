import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

type StaffChange = { action: string; actor: string; subject: string; changedAt: string }

/** Write the webhook `staff.changed`, in the transaction of the change. */
export async function tellOfStaffChange(trx: Trx, change: StaffChange): Promise<void> {
  const changeId = randomUUID()
  const data = JSON.stringify({ changeId, ...change })
  await sql`select tell_webhooks('staff.changed', ${changeId}, ${data}::jsonb)`.execute(trx)
}
