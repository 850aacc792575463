import { sql } from 'kysely'
import { SEEDED_ADDRESS, type SeedSizes, type SeedStep, seededId, seededShare } from './seeded.ts'

/** A day has eight rewards, and each pays once. */
const A_DAY = 8

/**
 * Plan the members and how active each was. A third never did anything, most did little, one in ten thousand did thousands of
 * things: with averages, a planner would see tables in which all members look alike. The newest members did most.
 */
export function planMembers({ members, postings, withdrawals }: SeedSizes): SeedStep {
  // Each withdrawal has a hold and usually a payout or release.
  const rewards = Math.max(0, postings - Math.round(withdrawals * 1.92))
  const weighted = sql`
    create temp table seed_weight on commit drop as
    select n, case
      when u < 0.3 then 0
      when u < 0.9 then (1 + 4 * v) * (0.5 + n::float8 / ${sql.lit(members)})
      when u < 0.99 then 15 + 40 * v
      when u < 0.9999 then 150 + 400 * v
      else 4000 end as weight
    from (
      select n, ${seededShare('n', 1)} as u, ${seededShare('n', 2)} as v from generate_series(1::bigint, ${sql.lit(members)}) as n
    ) as drawn`
  const counted = sql`
    create temp table seed_count on commit drop as
    select n, k, floor(${sql.lit(withdrawals)} * asks / nullif(all_asks, 0))
      - floor(${sql.lit(withdrawals)} * (asks - ask) / nullif(all_asks, 0)) as v
    from (
      select n, k, ask, sum(ask) over (order by n) as asks, sum(ask) over () as all_asks
      from (
        select n, k, case when k >= 5 then k else 0 end as ask
        from (
          select n, (floor(${sql.lit(rewards)} * upto / total) - floor(${sql.lit(rewards)} * (upto - weight) / total))::int as k
          from (select n, weight, sum(weight) over (order by n) as upto, sum(weight) over () as total from seed_weight) as w
        ) as rewarded
      ) as asking
    ) as shared`
  const planned = sql`
    create temp table seed_member on commit drop as
    select n, member_id, k, per_day, days, v, case when v > 0 then k / v end as block, joined_ago,
      -- Two in five are still here; the others left some time ago, and never before all of theirs had happened.
      joined_ago - case when ${seededShare('n', 3)} < 0.4 then 0
        else floor(${seededShare('n', 4)} * (joined_ago - days))::int end as stay
    from (
      select *, greatest(days, 2 + floor(720 * (1 - n::float8 / ${sql.lit(members)}) ^ 1.3)::int) as joined_ago
      from (
        select *, (k + per_day - 1) / per_day as days
        from (
          select n, ${seededId('member', 'n')} as member_id, k, least(k / 5, coalesce(v, 0)::int) as v,
            least(${sql.lit(A_DAY)}, 1 + k / 60 + n % 3)::int as per_day
          from seed_count
        ) as paced
      ) as lasting
    ) as placed`
  return { name: 'planning', statements: [weighted, counted, planned, sql`analyze seed_member`] }
}

export function writeMembers(): SeedStep {
  const address = sql`'member' || n || ${sql.lit(SEEDED_ADDRESS)}`
  return {
    name: 'members',
    statements: [
      sql`
        insert into member (member_id, email, first_name, last_name, country, password_hash, email_verified_at,
          premium_until, created_at, suspended_at, suspension_reason)
        select member_id, ${address},
          (array['Amina', 'Brian', 'Cynthia', 'David', 'Esther', 'Felix', 'Grace', 'Hassan', 'Irene', 'James'])[1 + n % 10],
          (array['Otieno', 'Wanjiku', 'Mwangi', 'Achieng', 'Kamau', 'Mutua', 'Njeri', 'Kiptoo', 'Hassan', 'Barasa'])[1 + n / 10 % 10]
            || case when n % 3 = 0 then '-' || n % 9973 else '' end,
          case when n % 12 = 0 then 'Uganda' else 'Kenya' end, '-',
          case when n % 40 <> 0 then now() - make_interval(days => joined_ago + 1) end,
          case when n % 20 = 0 then now() + make_interval(days => (n % 90)::int) end,
          now() - make_interval(days => joined_ago + 1, secs => n % 3600),
          case when n % 500 = 7 then now() - interval '2 days' end, case when n % 500 = 7 then 'Several accounts' end
        from seed_member order by n`,
      sql`insert into email_owner (email, member_id) select ${address}, member_id from seed_member order by 1`,
      sql`
        insert into member_mailbox (mailbox_hash, member_id)
        select mailbox_hash(${address}), member_id from seed_member where n % 40 <> 0 order by 1`,
      sql`insert into referral_code (code, member_id) select 'M' || lpad(n::text, 8, '0'), member_id from seed_member order by n`,
      sql`insert into member_referral_code (code, member_id) select code, member_id from referral_code`,
      sql`
        insert into session (member_id, token_hash, created_at, last_seen_at, address, user_agent)
        select member_id, sha256(convert_to(member_id::text || turn, 'UTF8')), seen - interval '3 days', seen,
          '10.0.0.0'::inet + n % 400000, (array['Chrome on Android', 'Safari on iPhone', 'Firefox on Windows'])[1 + n % 3]
        from (
          select *, now() - make_interval(days => greatest(0, joined_ago - stay), mins => (n % 1440)::int) as seen
          from seed_member, generate_series(1, case when n % 5 = 0 then 2 else 1 end) as turn
        ) as opened order by member_id`,
      sql`
        insert into referral (member_id, friend_id, joined_at)
        select inviter.member_id, friend.member_id, now() - make_interval(days => friend.joined_ago)
        from seed_member friend join seed_member inviter on inviter.n = friend.n - 1 - friend.n % 7
        where friend.n % 20 = 0 and inviter.n <> friend.n`,
      sql`insert into referral_friend (friend_id, member_id) select friend_id, member_id from referral`,
    ],
  }
}
