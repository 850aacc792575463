import { sql } from 'kysely'
import type { SeedStep } from './seeded.ts'

/**
 * Row triggers that are disabled while seeding. What they would have written is written in bulk instead: balances by
 * write-ledger.ts, sums here.
 */
export const SET_ASIDE = [
  ['member', 'member_is_seen'],
  ['session', 'session_is_seen'],
  ['posting', 'posting_moves_balance'],
  ['posting', 'posting_adds_to_total'],
  ['points_total', 'points_total_guard'],
  ['wallet', 'wallet_guard'],
  ['payout_attempt', 'payout_attempt_guard'],
  ['withdrawal', 'withdrawal_announced'],
  ['click', 'survey_click_counted'],
  ['click', 'click_counted'],
  ['survey_attempt', 'survey_attempt_begun'],
  ['spin', 'spin_counted'],
  ['quiz_attempt', 'quiz_attempt_counted'],
  ['task_view', 'task_view_counted'],
  ['task_proof', 'task_proof_counted'],
  ['partner_credit', 'partner_credit_accrues'],
  ['journal_entry', 'journal_entry_dated'],
  ['journal_entry', 'journal_entry_booked'],
  ['journal_line', 'journal_line_guard'],
  ['journal_day', 'journal_day_guard'],
] as const

/** Write the sums that the triggers keep. */
export function writeCounts(): SeedStep {
  return {
    name: 'counts',
    statements: [
      sql`
        insert into member_seen (member_id, last_seen_at)
        select m.member_id, coalesce(max(s.last_seen_at), m.created_at) from member m left join session s using (member_id)
        group by m.member_id`,
      sql`
        insert into points_total (slot, points) select -1, sum(available + held) from wallet
        on conflict (slot) do update set points = excluded.points`,
      sql`
        insert into survey_count (survey_id, shard, clicks, started, completed, taken)
        select survey_id, survey_shard(member_id), sum(clicks), sum(started), sum(completed), sum(taken)
        from (
          select survey_id, member_id, 1 as clicks, 0 as started, 0 as completed, 0 as taken
          from click where survey_id is not null
          union all
          select survey_id, member_id, 0, 1, (status = 'completed')::int, is_place_taken(status)::int from survey_attempt
        ) as known
        group by 1, 2`,
      sql`
        insert into spin_count (day, shard, spins, points)
        select day, count_shard(member_id), count(*), sum(points) from spin group by 1, 2`,
      sql`
        insert into task_count (task_id, shard, uses, approved, points)
        select task_id, count_shard(member_id), sum(uses), sum(approved), sum(points)
        from (
          select task_id, member_id, 1 as uses, 0 as approved, points from task_view where claimed_at is not null
          union all
          select task_id, member_id, 1, (state = 'approved')::int, case when state = 'approved' then points else 0 end
          from task_proof
          union all
          select task_id, member_id, 1, 0, 0 from click where task_id is not null
        ) as used
        group by 1, 2`,
    ],
  }
}
