import type { Trx } from '@chuma/db/client'
import { tellOwners } from '../mailboxes/tell-owners.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import type { Wish } from './pass-approval.ts'

/** One person alone can only be watched: the owners are told while there is time to stop it. */
export function warnOwners(
  trx: Trx,
  { name: actor, address }: StaffActor,
  { kind, subject }: Wish,
): Promise<void> {
  const at = new Date().toISOString()
  const about = `${kind}, ${subject}`
  return tellOwners(trx, { action: 'approval.lone', actor, subject: about, address, at })
}
