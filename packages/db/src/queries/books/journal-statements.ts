import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../client.ts'

/**
 * Add statement entries, and book their money in the journal: one entry for each day, account and kind. Payouts are booked when they
 * are paid; a row that moved nothing, or is not ours, moves no account. A collection leaves the clearing account, where the payment was
 * booked. A top-up or transfer goes through it, and the statement of the other account takes it out.
 * @param insert into `statement_entry`, without `returning`
 */
export function insertAndBook(trx: Trx, insert: RawBuilder<unknown>): Promise<void> {
  return bookRows(trx, sql`${insert} returning row_id, seq, account, kind, amount_cents, day, withdrawal_id`)
}

/** Book the money of statement entries that are not booked. */
export async function bookRows(trx: Trx, entries: RawBuilder<unknown>): Promise<void> {
  await sql`
    with e as (${entries})
    insert into journal_entry (source_key, kind, day, description, withdrawal_id, lines)
    select 'statement:' || min(e.row_id || ':' || e.seq),
      case when e.seq % 2 = 0 then 'statement-row-undone' else 'statement-row' end, e.day,
      case when e.seq % 2 = 0 then 'Taken back: ' else 'Statement: ' end || e.kind
        || case when count(*) = 1 then '' else ', ' || count(*) || ' rows' end,
      case when count(*) = 1 then (array_agg(e.withdrawal_id))[1] end,
      jsonb_build_array(
        jsonb_build_object('account', case
            when e.account like 'bank:%' then 'bank'
            when e.account like 'airtel%' then 'float-airtel'
            when e.account like 'airtime%' then 'float-airtime'
            else 'float-mpesa'
          end, 'currency', 'KES', 'minor', sum(e.amount_cents)),
        jsonb_build_object('account', case e.kind when 'charge' then 'payout-charges' else 'cash-clearing' end,
          'currency', 'KES', 'minor', -sum(e.amount_cents))
      )
    from e where e.kind in ('charge', 'collection', 'top-up', 'transfer', 'other') and e.amount_cents <> 0
    group by e.account, e.kind, e.day, e.seq % 2, sign(e.amount_cents)
  `.execute(trx)
}
