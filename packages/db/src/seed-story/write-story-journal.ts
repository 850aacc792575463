import { sql } from 'kysely'
import type { Trx } from '../client.ts'
import { line, linesOf } from './seed-books.ts'

const amount = 'w.amount_kes * 100'
const money = `case w.method when 'bank' then 'bank' else 'float-mpesa' end`
const give = (points: string) => line('members-points', `-(${points}) * w.kes_per_point * 100`, { points })

const CAPITAL_KES = { bank: 9_000_000, float: 1_500_000 }

/** Book the bank's side of every top-up, so that no account is ever below nothing. */
export async function bookTopUps(trx: Trx): Promise<void> {
  await sql`
    insert into journal_entry (source_key, kind, day, description, lines)
    select 'story-top-up:' || e.row_id, 'statement-row', e.day, 'Bank: transfer to the M-Pesa float', ${linesOf(
      line('bank', '-e.amount_cents'),
      line('cash-clearing', 'e.amount_cents'),
    )}
    from statement_entry e where e.kind = 'top-up' on conflict (source_key) do nothing
  `.execute(trx)
}

/** Book a story's withdrawals and premium, each on its day: what would have been booked as it happened. */
export async function writeStoryJournal(trx: Trx): Promise<void> {
  await sql`
    insert into journal_entry (source_key, kind, day, description, member_id, withdrawal_id, lines)
    select e.kind || ':' || w.withdrawal_id || coalesce(':' || c.receipt, ''), e.kind, business_day(e.at), e.description,
      w.member_id, w.withdrawal_id, e.lines
    from withdrawal w left join payout_correction c using (member_id, withdrawal_id)
    cross join lateral (values
      ('withdrawal-requested', 'Withdrawal requested', w.requested_at, true,
        ${linesOf(give('-w.points'), line('points-held', `-${amount}`))}),
      ('payout-sent', 'Payout sent', coalesce(w.processed_at, w.requested_at),
        w.payout_state in ('sent', 'unknown', 'needs_review'),
        ${linesOf(line('points-held', amount), line('payouts-in-flight', `-${amount}`))}),
      ('payout-paid', 'Payout paid', w.paid_at, w.paid_at is not null,
        ${linesOf(line('points-held', amount), line(money, `-${amount}`))}),
      ('withdrawal-rejected', 'Withdrawal rejected, points restored', coalesce(w.processed_at, w.requested_at),
        w.status = 'rejected' and w.payout_state is distinct from 'returned',
        ${linesOf(line('points-held', amount), give('w.points'))}),
      ('payout-returned', 'Payment came back', c.booked_at, c.booked_at is not null,
        ${linesOf(line('cash-clearing', amount), give('w.points'))})
    ) as e (kind, description, at, is_so, lines)
    where e.is_so order by e.at on conflict (source_key) do nothing
  `.execute(trx)
  await sql`
    insert into journal_entry (source_key, kind, day, description, member_id, lines)
    select 'premium-paid:' || payment_id, 'premium-paid', business_day(settled_at), 'Premium paid', member_id,
      ${linesOf(line('cash-clearing', 'amount_kes * 100'), line('premium-revenue', '-amount_kes * 100'))}
    from premium_payment where state = 'paid' order by settled_at
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
