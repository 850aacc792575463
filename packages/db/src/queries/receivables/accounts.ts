import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

export type LockedAccount = { partnerId: string; paymentDays: number; openUsd: number; warnedAt: Date | null }

/** Serialise what changes what a partner owes, until the transaction ends. Undefined: there is no such partner. */
export async function lockAccount(trx: Trx, partnerId: string): Promise<LockedAccount | undefined> {
  await trx
    .insertInto('partnerAccount')
    .columns(['partnerId'])
    .expression(trx.selectFrom('partner').select('partnerId').where('partnerId', '=', partnerId))
    .onConflict((account) => account.column('partnerId').doNothing())
    .execute()
  return trx
    .selectFrom('partnerAccount')
    .select(['partnerId', 'paymentDays', 'openUsd', 'warnedAt'])
    .where('partnerId', '=', partnerId)
    .forUpdate()
    .executeTakeFirst()
}

/** Read what a partner owes now, with credits on hold. The caller has locked the account: no other credit is under way. */
export async function findExposure(trx: Trx, partnerId: string): Promise<number> {
  const { rows } = await sql<{ usd: number }>`
    select (select open_usd from partner_account where partner_id = ${partnerId})
      + coalesce((select sum(case kind when 'reversed' then -usd else usd end) from partner_accrual
        where partner_id = ${partnerId}), 0) as usd
  `.execute(trx)
  return rows[0]?.usd ?? 0
}

/** List the partners whose credits took steps that are not added up. */
export async function listUnaddedPartners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('partnerAccrual').select('partnerId').distinct().execute()
  return rows.map(({ partnerId }) => partnerId)
}

/** Add a partner's new steps to the sums of their days. The caller has locked the account. */
export async function addUpAccruals(trx: Trx, partnerId: string): Promise<void> {
  await sql`
    with taken as (
      delete from partner_accrual where partner_id = ${partnerId} returning kind, day, origin_month, usd
    ), days as (
      insert into partner_account_day as known (partner_id, day, origin_month, accrued_usd, reversed_usd)
      select ${partnerId}::uuid, day, origin_month, coalesce(sum(usd) filter (where kind = 'accrued'), 0),
        coalesce(sum(usd) filter (where kind = 'reversed'), 0)
      from taken where kind <> 'held' group by day, origin_month
      on conflict (partner_id, day, origin_month) do update set
        accrued_usd = known.accrued_usd + excluded.accrued_usd, reversed_usd = known.reversed_usd + excluded.reversed_usd
    )
    update partner_account set open_usd = open_usd
      + coalesce((select sum(case kind when 'reversed' then -usd else usd end) from taken), 0)
    where partner_id = ${partnerId}
  `.execute(trx)
}

/** Add to what a partner owes, below zero for what was received or given up. */
export async function addToOpen(trx: Trx, partnerId: string, cents: number): Promise<void> {
  await sql`
    update partner_account set open_usd = open_usd + ${cents}::numeric / 100 where partner_id = ${partnerId}
  `.execute(trx)
}

export async function setPaymentDays(trx: Trx, partnerId: string, paymentDays: number): Promise<void> {
  await trx.updateTable('partnerAccount').set({ paymentDays }).where('partnerId', '=', partnerId).execute()
}

export async function setWarned(trx: Trx, partnerId: string, isWarned: boolean): Promise<void> {
  await trx
    .updateTable('partnerAccount')
    .set({ warnedAt: isWarned ? sql<Date>`now()` : null })
    .where('partnerId', '=', partnerId)
    .execute()
}
