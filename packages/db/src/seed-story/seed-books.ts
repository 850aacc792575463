import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../client.ts'

/** Disable row triggers while much is written at once, and enable them again. */
export async function setTriggers(
  trx: Trx,
  triggers: readonly (readonly [table: string, trigger: string])[],
  change: 'disable' | 'enable',
): Promise<void> {
  for (const [table, trigger] of triggers) {
    await sql`alter table ${sql.table(table)} ${sql.raw(change)} trigger ${sql.id(trigger)}`.execute(trx)
  }
}

const columns = sql`member_id, seq, kind, available_delta, held_delta, available_after, held_after, house_account,
  source_key, description, subject_id, reverses_seq, actor, created_at`

/**
 * Write postings with their hashes, and what the trigger would have written: balances and the points of each day. An
 * aggregate over the trigger’s own `posting_hash` carries the hash from each posting to the next.
 */
export const writeLedger = (postings: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`insert into wallet (member_id) select member_id from member order by member_id on conflict do nothing`,
  sql`create aggregate pg_temp.posting_chain(posting) (sfunc = posting_hash, stype = bytea, initcond = '\\x')`,
  sql`
    insert into posting (${columns}, hash)
    select ${columns}, pg_temp.posting_chain(row(${columns}, null)::posting) over (partition by member_id order by seq)
    from (${postings}) as movement`,
  sql`drop aggregate pg_temp.posting_chain(posting)`,
  sql`
    update wallet w set available = p.available_after, held = p.held_after, seq = p.seq, last_hash = p.hash,
      earned = sums.earned, in_reversal_debt = p.available_after < 0
    from (
      select member_id, max(seq) as seq,
        coalesce(sum(available_delta) filter (where house_account in ('rewards', 'reversals')), 0) as earned
      from posting group by member_id
    ) as sums
    join posting p using (member_id, seq)
    where w.member_id = sums.member_id`,
  sql`
    insert into earning_day (member_id, day, points)
    select member_id, business_day(created_at), sum(available_delta) from posting
    where house_account in ('rewards', 'reversals') group by 1, 2 order by 1, 2`,
]

type LineOf = { currency?: 'KES' | 'USD'; points?: string }

/** A line of a journal entry. `account` and `minor` are SQL expressions, and a plain account's name. */
export const line = (account: string, minor: string, { currency = 'KES', points = 'null' }: LineOf = {}) =>
  `jsonb_build_object('account', ${/^[a-z-]+$/.test(account) ? `'${account}'` : account}, 'currency', '${currency}',
    'minor', ${minor}, 'points', ${points})`

/** Without lines of nothing, as entries are booked. */
export const linesOf = (...lines: string[]) =>
  sql.raw(
    `(select jsonb_agg(l) from unnest(array[${lines.join(', ')}]) as l where (l ->> 'minor')::bigint <> 0)`,
  )
