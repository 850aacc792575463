import type { memberSession } from '@chuma/contract/account/account'
import type { Answer } from '@chuma/contract/timestamp'
import { listStaffSessions as listOpen } from '@chuma/db/queries/admin/staff-sessions'
import { nameDevice } from '../../auth/name-device.ts'
import type { Deps } from '../../deps.ts'
import type { StaffAccount } from './require-staff.ts'
import { STAFF_SESSION_TERMS } from './staff-session-terms.ts'

/** List the account's sessions, newest first. */
export async function listStaffSessions(
  { db }: Deps,
  staff: StaffAccount,
): Promise<Answer<typeof memberSession>[]> {
  const sessions = await listOpen(db, staff, STAFF_SESSION_TERMS)
  return sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) }))
}
