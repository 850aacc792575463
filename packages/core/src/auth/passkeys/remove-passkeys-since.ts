import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deletePasskeysSince, hasFactorBefore } from '@chuma/db/queries/auth/passkeys'
import type { Caller } from '../../caller.ts'

type Holder = { memberId: string; adminRole: StaffRole | null; since: Date }

/**
 * Remove a member's passkeys that were added since, with an audit entry each. Those of a member with an admin role stay if they
 * would leave no second factor: the reader of a mailbox must not be able to replace it.
 */
export async function removePasskeysSince(
  trx: Trx,
  { address }: Pick<Caller, 'address'>,
  { memberId, adminRole, since }: Holder,
): Promise<string[]> {
  if (adminRole && !(await hasFactorBefore(trx, { memberId, since }))) return []
  const names = await deletePasskeysSince(trx, { memberId, since })
  const member = `member:${memberId}`
  for (const name of names) {
    await insertAuditEntry(trx, {
      actor: member,
      action: 'passkey.removed',
      subject: member,
      before: { name },
      address,
    })
  }
  return names
}
