import type { AccountChangeKind, accountChange } from '@chuma/contract/account/account-changes'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db, Trx } from '../../client.ts'

/** Record a change of how the account is opened, in the transaction that makes it. Returns its time. */
export async function insertAccountChange(
  trx: Trx,
  { memberId, kind }: { memberId: string; kind: AccountChangeKind },
): Promise<Date> {
  const { createdAt } = await trx
    .insertInto('accountChange')
    .values({ memberId, kind })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

/** List the newest first. */
export function listAccountChanges(
  db: Db,
  { memberId, limit }: { memberId: string; limit: number },
): Promise<Answer<typeof accountChange>[]> {
  return db
    .selectFrom('accountChange')
    .select(['changeId as id', 'kind', 'createdAt as at'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
}
