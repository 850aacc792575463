import type { PendingApproval } from '@chuma/contract/admin/approvals'
import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { createTestDeps, readRow } from '../../testing.ts'
import { givenStaff } from '../testing.ts'

/** Production's limits, except where `terms` says otherwise. */
export const createLimitedDeps = (db: Db, terms: Partial<Economy> = {}, replaced: Partial<Deps> = {}): Deps =>
  createTestDeps(db, { economy: async () => economy.parse({ ...defaultEconomy, ...terms }), ...replaced })

/** A staff account that has been there for longer than a week. */
export async function givenSettled(
  deps: Deps,
  options: { role?: StaffRole; username?: string; personId?: string } = {},
) {
  const staff = await givenStaff(deps, options)
  await sql`update staff set created_at = now() - interval '8 days' where staff_id = ${staff.id}`.execute(
    deps.db,
  )
  const { personId } = await readRow(deps.db, 'staff', ['personId'], { staffId: staff.id })
  return { ...staff, personId }
}

/** The request that a call is waiting for now. */
export async function pendingOf(call: Promise<unknown>): Promise<PendingApproval> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  )
  if (!(error instanceof AppError) || error.failure.code !== 'APPROVAL_PENDING') {
    throw new Error(`nothing waits: ${String(error)}`)
  }
  return error.failure.params
}

/** The audit log, waiting requests and accounts of staff, as if this time had gone by. */
export async function letApprovalsAge(
  db: Db,
  { days = 0, hours = 0 }: { days?: number; hours?: number },
): Promise<void> {
  const time = sql`make_interval(days => ${days}, hours => ${hours})`
  await sql`grant update on audit_entry to current_user`.execute(db)
  await sql`alter table audit_entry disable trigger user`.execute(db)
  await sql`alter table approval_request disable trigger user`.execute(db)
  await sql`update staff set created_at = created_at - ${time}`.execute(db)
  await sql`update audit_entry set at = at - ${time}`.execute(db)
  await sql`update approval_request set created_at = created_at - ${time}, expires_at = expires_at - ${time},
    runs_at = runs_at - ${time}`.execute(db)
  await sql`alter table audit_entry enable trigger user`.execute(db)
  await sql`alter table approval_request enable trigger user`.execute(db)
}
