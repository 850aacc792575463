import { randomUUID } from 'node:crypto'
import type { AccountChangeKind } from '@chuma/contract/account/account'
import type { Db } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'

type OfMember = { memberId: string }

/** What a thief's first steps leave, or a careful member's. */
export function changeAccount(
  db: Db,
  { memberId }: OfMember,
  kind: AccountChangeKind = 'password-reset',
): Promise<Date> {
  return db.transaction().execute((trx) => insertAccountChange(trx, { memberId, kind }))
}

/** Move what holds count from into the past. */
export async function letHoldsAge(db: Db, { memberId }: OfMember, hours: number): Promise<void> {
  await sql`update account_change set created_at = created_at - make_interval(hours => ${hours})
    where member_id = ${memberId}`.execute(db)
  await sql`update hold set evaluate_at = evaluate_at - make_interval(hours => ${hours}), since = since - make_interval(hours => ${hours}), until = until - make_interval(hours => ${hours})
    where member_id = ${memberId}`.execute(db)
}

/** A partner takes back five points that a member with eight has already spent. */
export function putInDebt(db: Db, { memberId }: OfMember): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const post = (
      row: Omit<Parameters<typeof insertPosting>[1], 'memberId' | 'heldDelta' | 'sourceKey' | 'actor'>,
    ) =>
      insertPosting(trx, {
        ...row,
        memberId,
        heldDelta: 0,
        sourceKey: `test:${randomUUID()}`,
        actor: 'system',
      })
    const { id } = await post({
      kind: 'offer',
      availableDelta: 5,
      houseAccount: 'rewards',
      description: 'Offer',
    })
    await post({ kind: 'adjustment', availableDelta: -10, houseAccount: 'adjustments', description: 'Spent' })
    await post({
      kind: 'reversal',
      availableDelta: -5,
      houseAccount: 'reversals',
      description: 'Reversed',
      reversesSeq: id,
    })
  })
}

/** Earn enough to set the debt off. */
export async function setDebtOff(db: Db, { memberId }: OfMember): Promise<void> {
  await insertPosting(db, {
    memberId,
    kind: 'daily-login',
    availableDelta: 20,
    heldDelta: 0,
    houseAccount: 'rewards',
    sourceKey: `test:${randomUUID()}`,
    description: 'Daily bonus',
    actor: 'system',
  })
}
