import type { Trx } from '@chuma/db/client'
import { revokeKeysOf as revoke } from '@chuma/db/queries/admin/api-keys'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { StaffActor } from '../staff/require-staff.ts'

/** Revoke the keys of an account that loses its access, for good: they do not come back with it. */
export async function revokeKeysOf(
  trx: Trx,
  actor: StaffActor,
  owner: { staffId: string } | { memberId: string },
): Promise<void> {
  for (const name of await revoke(trx, owner)) {
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'api-key.revoked',
      subject: `key:${name}`,
      reason: 'The owner lost their access',
      address: actor.address,
    })
  }
}
