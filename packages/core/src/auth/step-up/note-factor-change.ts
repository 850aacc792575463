import type { AccountChangeKind } from '@chuma/contract/account/account-changes'
import type { Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/account-changes'
import type { FactorOwner } from '@chuma/db/queries/admin/second-factors'

type FactorChange = Extract<AccountChangeKind, `second-factor-${string}` | 'recovery-codes-renewed'>

/** Record a change of a member's second factor among their security events. A staff account has only the audit log. */
export async function noteFactorChange(
  trx: Trx,
  { kind: side, id }: FactorOwner,
  kind: FactorChange,
): Promise<void> {
  if (side === 'member') await insertAccountChange(trx, { memberId: id, kind })
}
