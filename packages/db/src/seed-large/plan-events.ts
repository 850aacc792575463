import { sql } from 'kysely'
import { type SeedStep, seededId, seededShare } from './seeded.ts'

/** More than any member has days: no one takes a survey or a micro-job twice. */
export const SURVEYS = 640
export const MICRO_JOBS = 640
export const WATCHED = 100

/**
 * Plan everything that moves a point, in order for each member. Each kind pays once a day; withdrawals come in between, and
 * never take more than was earned since the previous one.
 */
export function planEvents(): SeedStep {
  const rewards = sql`
    create temp table seed_event on commit drop as
    select n, member_id, e * 10 as place, a as day_no, kind, 6 + (8 + hashint4(e + n::int) & 31) as points,
      at, (at at time zone 'Africa/Nairobi')::date as day, n * 10000 + e as event_no, null::uuid as withdrawal_id
    from (
      select n, member_id, e, e / per_day as a,
        -- Between three in the morning and half past ten at night: what pays once a day must not slip over midnight.
        (date_trunc('day', now() at time zone 'Africa/Nairobi') + make_interval(
          days => e / per_day * stay / days - joined_ago, hours => 3, mins => 150 * (e % per_day),
          secs => 2400 * ${seededShare('n * 10000 + e', 5)})) at time zone 'Africa/Nairobi' as at,
        (array['daily-login', 'survey', 'video', 'ad', 'spin', 'quiz', 'offer', 'micro-job'])[1 + (e % per_day + n) % 8] as kind
      from seed_member, generate_series(0, k - 1) as e
    ) as happened`
  const asked = sql`
    create temp table seed_withdrawal on commit drop as
    select *, case
        when no < v or u >= 0.08 then case when u > 0.95 then 'rejected' else 'paid' end
        when u >= 0.03 then 'pending' else 'approved' end as status
    from (
      select m.n, m.member_id, m.v, no, e.place, e.at, e.day_no, e.day, ${seededShare('m.n * 1000 + no', 6)} as u,
        ${seededId('withdrawal', 'm.n * 1000 + no')} as withdrawal_id, m.n * 1000 + no as withdrawal_no,
        least(250, 7 * block) as points
      from seed_member m
      cross join generate_series(1, m.v) as no
      join seed_event e on e.member_id = m.member_id and e.place = (no * block - 1) * 10
      where m.v > 0
    ) as chosen`
  const moved = sql`
    insert into seed_event (n, member_id, place, day_no, kind, points, at, day, event_no, withdrawal_id)
    select n, member_id, place + 1, day_no, 'hold', points, at + interval '30 minutes', day, withdrawal_no, withdrawal_id
    from seed_withdrawal
    union all
    select n, member_id, place + 2, day_no, case status when 'paid' then 'payout' else 'release' end, points,
      at + interval '75 minutes', day, withdrawal_no, withdrawal_id
    from seed_withdrawal where status in ('paid', 'rejected')`
  return {
    name: 'a history for each member',
    statements: [rewards, sql`analyze seed_event`, asked, moved, sql`analyze seed_event`],
  }
}
