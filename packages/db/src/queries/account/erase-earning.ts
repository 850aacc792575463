import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/**
 * Puts whoever pays for his clicks in a line until the transaction ends. Comes before the wallet's lock, as it does where a
 * partner's word is settled: the other way round the two would wait for each other for ever.
 */
export async function lockEarnings(trx: Trx, memberId: string): Promise<void> {
  for (const table of ['click', 'partnerCredit'] as const) {
    await trx.selectFrom(table).select('memberId').where('memberId', '=', memberId).forUpdate().execute()
  }
}

/**
 * Keeps what was promised, handed in, paid and taken back; blots out his words, where he was and what was said about him.
 * What is open ends: nothing can be paid to nobody.
 */
export async function blotOutEarnings(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('click')
    .set({ address: null, userAgent: null })
    .where('memberId', '=', memberId)
    .execute()
  await sql`
    update task_proof set
      proof = 'erased',
      reason = case when reason is not null or state = 'submitted' then 'erased' end,
      state = case when state = 'submitted' then 'rejected' else state end,
      decided_at = least(decided_at, now()),
      decided_by = coalesce(decided_by, 'system')
    where member_id = ${memberId}
  `.execute(trx)
  await sql`
    update credit_claim set
      note = case when note <> '' then 'erased' else '' end,
      reason = case when reason is not null or state = 'open' then 'erased' end,
      state = case when state = 'open' then 'declined' else state end,
      decided_at = least(decided_at, now()),
      decided_by = coalesce(decided_by, 'system')
    where member_id = ${memberId}
  `.execute(trx)
  await sql`
    update partner_credit set state = 'cancelled', settled_at = now(), reason = 'erased'
    where member_id = ${memberId} and state = 'pending'
  `.execute(trx)
}
