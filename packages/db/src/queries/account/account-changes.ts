import type { AccountChangeKind } from '@chuma/contract/account/account-changes'
import type { Trx } from '../../client.ts'

/** Record a change of how the account is opened, in the transaction that makes it. */
export async function insertAccountChange(
  trx: Trx,
  { memberId, kind }: { memberId: string; kind: AccountChangeKind },
): Promise<void> {
  await trx.insertInto('accountChange').values({ memberId, kind }).execute()
}
