import { findFirstName } from '@chuma/db/queries/account/members'
import type { Deps } from '../../deps.ts'

/** Job: tell a member that they owe nothing any more. */
export async function sendDebtWrittenOff(
  { db, mail }: Deps,
  { memberId, email, points }: { memberId: string; email: string; points: number },
): Promise<void> {
  const member = await findFirstName(db, memberId)
  if (member) await mail.sendDebtWrittenOff({ ...member, to: email, points })
}
