import type { TaxResidence } from '@chuma/contract/books/tax'
import type { Db, Trx } from '../../client.ts'

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
