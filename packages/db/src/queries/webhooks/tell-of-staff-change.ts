import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

type StaffChange = { action: string; actor: string; subject: string; changedAt: string }

/** Write the webhook `staff.changed`, in the transaction of the change. */
export async function tellOfStaffChange(trx: Trx, change: StaffChange): Promise<void> {
  await sql`
    select tell_webhooks('staff.changed', id::text, jsonb_build_object('changeId', id) || ${JSON.stringify(change)}::jsonb)
    from (select gen_random_uuid() as id offset 0) fresh
  `.execute(trx)
}
