import type { TaxResidence } from '@chuma/contract/books/tax'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { owesLine } from './tax-files.ts'

/** Read a member's residence and sealed PIN. Without a row they are resident and have none. */
export async function getMemberTax(db: Db, memberId: string) {
  const found = await db
    .selectFrom('memberTax')
    .select(['residence', 'pin', 'pinEnd'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return found ?? { residence: 'resident' as TaxResidence, pin: null, pinEnd: null }
}

type Change = { residence?: TaxResidence; pin?: string | null; pinEnd?: string | null }

export async function saveMemberTax(trx: Trx, memberId: string, change: Change): Promise<void> {
  await trx
    .insertInto('memberTax')
    .values({ memberId, ...change })
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet((eb) => ({ ...change, changedAt: eb.ref('excluded.changedAt') })),
    )
    .execute()
}

/** Find a payee's name and sealed PIN. An erased member has no name any more. */
export function findPayee(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .leftJoin('memberTax', 'memberTax.memberId', 'member.memberId')
    .select(['firstName', 'lastName', 'pin'])
    .where('member.memberId', '=', memberId)
    .executeTakeFirst()
}

/** Delete an erased member's details, unless their tax is still to be filed: then filing deletes them. */
export async function deleteMemberTax(trx: Trx, memberId: string): Promise<void> {
  await trx
    .deleteFrom('memberTax')
    .where('memberId', '=', memberId)
    .where(sql<boolean>`not ${owesLine(sql`${memberId}::uuid`)}`)
    .execute()
}

export function findMemberTax(db: Db, memberId: string) {
  return db
    .selectFrom('memberTax')
    .select(['residence', 'pin', 'changedAt'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
}
