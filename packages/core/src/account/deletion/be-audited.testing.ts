import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { finance } from '../../payouts/testing.ts'

type Person = Record<'email' | 'firstName' | 'address', string>

/** Staff wrote about the member in the audit log, and it has an entry by them about somebody else. */
export async function beAudited(
  { db }: Pick<Deps, 'db'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
  { email, firstName, address }: Person,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertAuditEntry(trx, {
      actor: finance.name,
      action: 'member.suspended',
      subject: `member:${memberId}`,
      before: { email },
      after: { firstName },
      reason: `${firstName} has two accounts`,
      address: '198.51.100.1',
    })
    await insertAuditEntry(trx, {
      actor: `member:${memberId}`,
      action: 'withdrawal.rejected',
      subject: 'withdrawal:00000000-0000-4000-8000-000000000000',
      reason: 'A reason that is about somebody else',
      address,
    })
  })
}
