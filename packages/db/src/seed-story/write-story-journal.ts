import { sql } from 'kysely'
import type { Trx } from '../client.ts'
import { line, linesOf } from './seed-books.ts'

const money = `case w.method when 'paypal' then 'cash-clearing' when 'bank' then 'bank' else 'float-' || w.method end`
const paid = [line(money, '-w.payout_kes * 100'), line('tax-payable', '-w.tax_kes * 100')]
const cameBack = [line('cash-clearing', 'w.payout_kes * 100'), line('tax-payable', 'w.tax_kes * 100')]
const give = (points: string) => line('members-points', `-(${points}) * w.kes_per_point * 100`, { points })

const CAPITAL_KES = { bank: 9_000_000, float: 1_500_000 }

/**
 * Date the imports of the provider's statements on the Monday after their week, and comparisons of a day when they would have been
 * made, and book the bank's side of every top-up: no account is ever below nothing.
 */
export async function settleStatements(trx: Trx): Promise<void> {
  // Neither table is ever changed, and nobody may: for a moment this transaction does, on the dates alone.
  const setGuards = async (change: 'enable' | 'disable', grant: 'grant' | 'revoke') => {
    const who = grant === 'grant' ? 'to current_user' : 'from current_user'
    for (const [table, column] of [
      ['provider_statement', 'imported_at'],
      ['audit_entry', 'at'],
    ] as const) {
      await sql`alter table ${sql.table(table)} ${sql.raw(change)} trigger user`.execute(trx)
      await sql`${sql.raw(grant)} update (${sql.ref(column)}) on ${sql.table(table)} ${sql.raw(who)}`.execute(
        trx,
      )
    }
  }
  await setGuards('disable', 'grant')
  await sql`
    update provider_statement set imported_at = least(now(),
      business_day_start((date_trunc('week', last_day) + interval '7 days')::date) + interval '580 minutes')
    where account = 'mpesa'
  `.execute(trx)
  await sql`
    update audit_entry e set at = s.imported_at from provider_statement s
    where s.account = 'mpesa' and e.subject = 'days:' || s.first_day || '/' || s.last_day
      and e.action = 'reconciliation.statement-imported' and e.after ->> 'account' = 'mpesa'
  `.execute(trx)
  await sql`
    update reconciliation_run r set made_at = least(now(), coalesce(
      (select min(s.imported_at) from provider_statement s
        where s.account = 'mpesa' and r.day between s.first_day and s.last_day),
      business_day_start(r.day + 1) + interval '75 minutes'))
  `.execute(trx)
  await setGuards('enable', 'revoke')
  await sql`
    insert into journal_entry (source_key, kind, day, description, lines)
    select 'story-top-up:' || e.row_id, 'statement-row', e.day, 'Bank: transfer to the M-Pesa float', ${linesOf(
      line('bank', '-e.amount_cents'),
      line('cash-clearing', 'e.amount_cents'),
    )}
    from statement_entry e where e.kind = 'top-up' on conflict (source_key) do nothing
  `.execute(trx)
}

/** Book a story's withdrawals, premium and written-off debts, each on its day: what would have been booked as it happened. */
export async function writeStoryJournal(trx: Trx): Promise<void> {
  await sql`
    insert into journal_entry (source_key, kind, day, description, member_id, withdrawal_id, lines)
    select e.kind || ':' || w.withdrawal_id || coalesce(':' || c.receipt, ''), e.kind, business_day(e.at), e.description,
      w.member_id, w.withdrawal_id, e.lines
    from withdrawal w
    left join payout_correction c on c.member_id = w.member_id and c.withdrawal_id = w.withdrawal_id and c.kind <> 'late'
    cross join lateral (values
      ('withdrawal-requested', 'Withdrawal requested', w.requested_at, true,
        ${linesOf(give('-w.points'), line('points-held', '-w.amount_kes * 100'))}),
      ('payout-sent', 'Payout sent', coalesce(w.processed_at, w.requested_at),
        w.payout_state in ('sent', 'unknown', 'needs_review'),
        ${linesOf(line('points-held', 'w.amount_kes * 100'), line('payouts-in-flight', '-w.amount_kes * 100'))}),
      ('payout-paid', 'Payout paid', w.paid_at, w.paid_at is not null,
        ${linesOf(line('points-held', 'w.amount_kes * 100'), ...paid)}),
      ('withdrawal-rejected', 'Withdrawal rejected, points restored', coalesce(w.processed_at, w.requested_at),
        w.status = 'rejected' and w.payout_state is distinct from 'returned',
        ${linesOf(line('points-held', 'w.amount_kes * 100'), give('w.points'))}),
      ('payout-returned', 'Payment came back', c.booked_at, c.kind = 'returned',
        ${linesOf(...cameBack, give('c.points'), line('breakage', '(c.points - w.points) * w.kes_per_point * 100'))}),
      ('payout-duplicate', 'Payment arrived twice', c.booked_at, c.kind = 'duplicate',
        ${linesOf(
          give('c.points'),
          line('write-offs', '(w.payout_kes + c.points * w.kes_per_point) * 100'),
          line('cash-clearing', '-w.payout_kes * 100'),
        )})
    ) as e (kind, description, at, is_so, lines)
    where e.is_so order by e.at on conflict (source_key) do nothing
  `.execute(trx)
  await sql`
    insert into journal_entry (source_key, kind, day, description, member_id, lines)
    select 'premium-paid:' || payment_id, 'premium-paid', business_day(settled_at), 'Premium paid', member_id,
      ${linesOf(line('cash-clearing', 'amount_kes * 100'), line('premium-revenue', '-amount_kes * 100'))}
    from premium_payment where state = 'paid' order by settled_at
  `.execute(trx)
  await sql`
    insert into journal_entry (source_key, kind, day, description, member_id, lines)
    select 'debt-written-off:' || member_id || ':' || seq, 'debt-written-off', business_day(created_at),
      'Member''s debt written off', member_id, ${linesOf(
        line('write-offs', 'available_delta * 100 * (select min(kes_per_point) from withdrawal)'),
        line('member-debts', '-available_delta * 100 * (select min(kes_per_point) from withdrawal)', {
          points: 'available_delta',
        }),
      )}
    from posting where kind = 'debt-written-off' order by created_at
  `.execute(trx)
  const { bank, float } = CAPITAL_KES
  await sql`
    insert into journal_entry (source_key, kind, day, description, lines)
    select 'story-capital', 'opening', min(day), 'What the books opened with', ${linesOf(
      line('bank', String(bank * 100)),
      line('float-mpesa', String(float * 100)),
      line('opening-balance', String(-(bank + float) * 100)),
    )}
    from journal_entry having count(*) > 0
  `.execute(trx)
}
