import type { TaxMonth } from '@chuma/contract/books/reconciliation'
import {
  TAX_EARNINGS,
  type TaxClass,
  type TaxEarnings,
  type TaxResidence,
  type TaxTerms,
} from '@chuma/contract/books/tax'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WithdrawalRef } from '../payouts/payouts.ts'
import { owesLine } from './tax-files.ts'

/** Book the tax of a withdrawal that has just been paid. Books nothing without tax, or on a repeat. */
export async function insertWithholding(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<void> {
  await trx
    .insertInto('withholding')
    .columns(['memberId', 'withdrawalId', 'day', 'baseKes', 'percent', 'taxKes'])
    .expression((eb) =>
      eb
        .selectFrom('withdrawal')
        .select(['memberId', 'withdrawalId', sql<string>`business_day(paid_at)`.as('day')])
        .select(['amountKes', 'taxPercent', 'taxKes'])
        .where('memberId', '=', memberId)
        .where('withdrawalId', '=', withdrawalId)
        .where('status', '=', 'paid')
        .where('taxKes', '>', 0),
    )
    .onConflict((conflict) => conflict.columns(['memberId', 'withdrawalId']).doNothing())
    .execute()
}

/** Book that the tax of a payment that came back is not owed. Books nothing without tax, or on a repeat. */
export async function insertWithholdingReversal(trx: Trx, { memberId, withdrawalId }: WithdrawalRef) {
  await trx
    .insertInto('withholdingReversal')
    .columns(['memberId', 'withdrawalId', 'day', 'baseKes', 'taxKes'])
    .expression((eb) =>
      eb
        .selectFrom('withholding')
        .select(['memberId', 'withdrawalId', sql<string>`business_day(statement_timestamp())`.as('day')])
        .select(['baseKes', 'taxKes'])
        .where('memberId', '=', memberId)
        .where('withdrawalId', '=', withdrawalId),
    )
    .onConflict((conflict) => conflict.columns(['memberId', 'withdrawalId']).doNothing())
    .execute()
}

/** Find the day on which the tax of a withdrawal counts as withheld, or as taken back. */
export async function findTaxDay(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  which: 'paid' | 'returned',
): Promise<string | undefined> {
  const found = await trx
    .selectFrom(which === 'paid' ? 'withholding' : 'withholdingReversal')
    .select('day')
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirst()
  return found?.day
}

/** List what is owed for each month, newest first. */
export async function listTaxMonths(db: Db, limit = 24): Promise<TaxMonth[]> {
  const { rows } = await sql<TaxMonth>`
    select to_char(day, 'YYYY-MM') as month, count(*) filter (where tax_kes > 0) as count,
      sum(base_kes)::bigint as base_kes, sum(tax_kes)::bigint as tax_kes
    from (
      select day, base_kes, tax_kes from withholding
      union all select day, -base_kes, -tax_kes from withholding_reversal
    ) as booked
    group by month order by month desc limit ${limit}
  `.execute(db)
  return rows
}

export function listMemberWithholding(db: Db, memberId: string) {
  return db
    .selectFrom('withholding')
    .select(['withdrawalId', 'day', 'baseKes', 'percent', 'taxKes'])
    .where('memberId', '=', memberId)
    .orderBy('day')
    .orderBy('withdrawalId')
    .execute()
}

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

export type NewTaxClass = Pick<
  TaxClass,
  'earnings' | 'residence' | 'percent' | 'validFrom' | 'reason' | 'decidedBy'
>

export async function insertTaxClass(trx: Trx, row: NewTaxClass): Promise<void> {
  await trx
    .insertInto('taxClass')
    .values({ ...row, payee: 'member' })
    .execute()
}

/** Serialise decisions about classes, until the transaction ends. */
export async function lockTaxClasses(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax-classes'))`.execute(trx)
}

type Row = Omit<TaxClass, 'decidedAt'> & { decidedAt: Date }

/** List classes, those that begin last first. */
export async function listTaxClasses(db: Db, limit = 200): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.class_id, c.earnings, c.residence, c.percent, c.valid_from, c.reason, c.decided_by, c.decided_at,
      c.class_id = (
        select o.class_id from tax_class o
        where o.payee = c.payee and o.residence = c.residence and o.earnings = c.earnings
          and o.valid_from <= business_day(now())
        order by o.valid_from desc, o.class_id desc limit 1
      ) is true as is_in_force
    from tax_class c order by c.valid_from desc, c.class_id desc limit ${limit}
  `.execute(db)
  return rows
}

export type TaxRate = { earnings: TaxEarnings; percent: number }

/** As the function `tax_rates` answers. */
type Rates = TaxTerms['rates']

/** List the rate of each kind of earnings. 0 where no class has begun. */
export const listRates = (rates: Rates): TaxRate[] =>
  TAX_EARNINGS.map((earnings) => ({ earnings, percent: rates[earnings] ?? 0 }))

/** Read today's rate of each kind of earnings for payees of a residence. */
export async function listRatesFor(db: Db, residence: TaxResidence): Promise<TaxRate[]> {
  const { rows } = await sql<{ rates: Rates }>`select tax_rates(${residence}) as rates`.execute(db)
  return listRates(rows[0]?.rates ?? {})
}
