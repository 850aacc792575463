import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

/** Points for `count` surveys, one each. */
export async function givenRewards(db: Db, memberId: string, count: number, name = 'first'): Promise<void> {
  await sql`
    select book_posting(${memberId}, 'survey', 1, 0, 'rewards', 'survey:' || ${name} || n, 'Survey', null, null, 'system')
    from generate_series(1, ${count}::int) n
  `.execute(db)
}

/** Tables whose rights and triggers a person with the database's superuser, or its owner, can take away. */
const PROTECTED = ['posting', 'wallet', 'earning_day', 'audit_entry', 'seal', 'sealed_head', 'sealed_entry']

/** Become that person. */
export async function tamper(db: Db): Promise<void> {
  for (const table of PROTECTED) {
    await sql`grant update, delete on ${sql.table(table)} to current_user`.execute(db)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  }
}

/** Compute a member's chain again and make the wallet, and the days fit, as a careful forger would. */
export async function reseal(db: Db, memberId: string): Promise<void> {
  await sql`
    do $$
    declare p posting; last bytea := '\\x'; available bigint := 0;
    begin
      for p in select * from posting where member_id = ${sql.lit(memberId)} order by seq loop
        available := available + p.available_delta;
        p.available_after := available;
        last := posting_hash(last, p);
        update posting set available_after = available, hash = last where member_id = p.member_id and seq = p.seq;
      end loop;
      update wallet w set available = sums.points, seq = sums.seq, last_hash = last, earned = sums.earned from (
        select sum(available_delta) as points, max(seq) as seq,
          coalesce(sum(available_delta) filter (where house_account = 'rewards'), 0) as earned
        from posting where member_id = ${sql.lit(memberId)}
      ) sums where w.member_id = ${sql.lit(memberId)};
      update earning_day d set points = w.earned from wallet w where w.member_id = d.member_id
        and d.member_id = ${sql.lit(memberId)};
    end $$
  `.execute(db)
}
