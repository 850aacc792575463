import { type RawBuilder, sql } from 'kysely'

/** A partner who signs postbacks. */
const SCHEME = sql.lit(
  JSON.stringify({
    signature: {
      mode: 'raw-body',
      hash: 'sha256',
      keyed: 'hmac',
      encoding: 'hex',
      location: 'header:x-signature',
    },
    fields: { user: 'click_id', transaction: 'transaction_id', amountUsd: { param: 'usd', unit: 'dollars' } },
    statuses: [{ param: 'status', values: { completed: 'credit', taken_back: 'reverse' } }],
    amountSign: 'absolute',
    ipAllow: [],
    ceilings: { maxUsdCentsPerEvent: 2500, maxUsdCentsPerMemberDay: 10_000 },
    holdDays: 0,
    replies: {
      ok: { status: 200, body: 'OK' },
      duplicate: { status: 200, body: 'OK' },
      rejected: { status: 403, body: 'REJECTED' },
      retry: { status: 500, body: 'RETRY' },
    },
  }),
)

/** Write what members earn from: as much as a busy operator has, whatever the number of members. */
export function writeCatalogue(): SeedStep {
  return {
    name: 'surveys, tasks and partners',
    statements: [
      sql`
        insert into partner (partner_id, name, public_key, preset, scheme, secret)
        select ${seededId('partner', 'n')}, 'Wall ' || n, md5('key' || n), 'signed-link', ${SCHEME}, '-'
        from generate_series(1, 20) as n`,
      sql`
        insert into survey (survey_id, title, description, reward_usd, duration_minutes, category, country, kind, questions,
          is_active, created_at)
        select ${seededId('survey', 'n')}, 'Opinion ' || n, 'What people think of it', 0.5 + n % 30 / 10.0, 1 + n % 25,
          (array['market-research', 'healthcare', 'lifestyle', 'finance'])[1 + n % 4], case when n % 9 = 0 then 'Kenya' else '' end,
          'questions', '[]', n % 10 <> 0, now() - make_interval(days => (750 - n)::int)
        from generate_series(1, ${sql.lit(SURVEYS)}) as n`,
      sql`
        insert into quiz_question (question_id, question, option_a, option_b, option_c, option_d, correct_answer, created_at)
        select ${seededId('question', 'n')}, 'How much is ' || n || ' and 1?', (n + 1)::text, n::text, (n + 2)::text, '0', 'A',
          now() - make_interval(days => (750 - n)::int)
        from generate_series(1, 400) as n`,
      sql`
        insert into task (task_id, kind, title, points, url, min_time_seconds, partner_id, created_at)
        select ${seededId('micro-job', 'n')}, 'micro-job', 'Receipt ' || n, 6 + n % 30, null, null::int, null::uuid,
          now() - make_interval(days => (750 - n)::int)
        from generate_series(1, ${sql.lit(MICRO_JOBS)}) as n
        union all
        select ${seededId('video', 'n')}, 'video', 'Short film ' || n, 6 + n % 30, 'https://example.com/' || n, 30, null, now()
        from generate_series(1, ${sql.lit(WATCHED)}) as n
        union all
        select ${seededId('ad', 'n')}, 'ad', 'Shop ' || n, 6 + n % 30, 'https://example.com/' || n, 10, null, now()
        from generate_series(1, ${sql.lit(WATCHED)}) as n
        union all
        select ${seededId('affiliate', 'n')}, 'affiliate', 'Wall ' || n, 0, 'https://example.com/' || n, null,
          ${seededId('partner', '1 + n % 20')}, now() from generate_series(1, 60) as n`,
    ],
  }
}

/** Write the row behind every posting, and attempts that earned nothing. */
export function writeEarning(): SeedStep {
  return {
    name: 'games, surveys and tasks',
    statements: [
      sql`
        insert into daily_login (member_id, day, points, streak, claimed_at)
        select member_id, day, points, 1 + day_no % 7, at from seed_event where kind = 'daily-login'`,
      sql`
        insert into spin (member_id, day, points, drawn_from, spun_at)
        select member_id, day, points, '[]', at from seed_event where kind = 'spin'`,
      sql`
        insert into quiz_attempt (member_id, day, questions, opened_at, answers, correct, points, submitted_at)
        select member_id, day, '[]', at - interval '1 minute', '{}', 3, points, at from seed_event where kind = 'quiz'`,
      sql`
        insert into survey_attempt (member_id, survey_id, attempt_id, status, reward_points, questions, started_at, completed_at,
          ended_at)
        select member_id, ${surveyOf}, ${seededId('attempt', 'event_no')}, 'completed', points, '[]'::jsonb, at - interval '9 minutes',
          at, at
        from seed_event where kind = 'survey'
        union all
        select member_id, ${seededId('survey', `1 + (days + n) % ${SURVEYS}`)}, ${seededId('attempt', '-n')},
          case when n % 3 = 0 then 'screened_out' else 'in_progress' end, 5, '[]'::jsonb, now() - make_interval(days => joined_ago), null,
          case when n % 3 = 0 then now() - make_interval(days => joined_ago) end
        from seed_member where n % 2 = 0 and days < ${sql.lit(SURVEYS)}`,
      // Answers can only be written while a survey is open; these belong to open attempts.
      sql`
        insert into survey_answer (member_id, survey_id, question_id, answer)
        select member_id, survey_id, question_id, '"Often"' from survey_attempt, generate_series(1, 2) as question_id
        where status <> 'completed'`,
      sql`
        insert into task_view (member_id, view_id, task_id, kind, opened_at, required_seconds, claimed_at, points, day)
        select member_id, ${seededId('view', 'event_no')}, case kind when 'video' then ${videoOf} else ${adOf} end, kind,
          at - interval '40 seconds', 30, at, points, day
        from seed_event where kind in ('video', 'ad')`,
      sql`
        insert into task_proof (member_id, proof_id, task_id, kind, proof, state, points, submitted_at, decided_at, decided_by)
        select member_id, ${seededId('proof', 'event_no')}, ${microJobOf}, kind, 'Flour 180, sugar 150', 'approved', points,
          at - interval '20 minutes', at, 'staff:content'
        from seed_event where kind = 'micro-job'
        union all
        select member_id, ${seededId('proof', '-n')}, ${seededId('micro-job', `1 + (days + n) % ${MICRO_JOBS}`)}, 'micro-job',
          'Flour 180', 'submitted', 9, now() - make_interval(hours => (n % 700)::int), null, null
        from seed_member where n % 100 = 1 and days < ${sql.lit(MICRO_JOBS)}`,
    ],
  }
}

/** Write clicks on partners, more than a partner pays for. */
export function writePartners(): SeedStep {
  const clickId = seededId('click', 'event_no')
  const reference = sql`md5('reference' || event_no)`
  const paid = sql`from seed_event where kind = 'offer'`
  return {
    name: 'partners',
    statements: [
      sql`
        insert into click (member_id, click_id, reference, survey_id, task_id, partner_id, points, title, clicked_at, address,
          user_agent)
        select member_id, ${clickId}, ${reference}, case when kind = 'video' then ${surveyOf} end,
          case when kind = 'offer' then ${seededId('affiliate', '1 + event_no % 60')} end, ${partnerOf}, points,
          'Wall ' || event_no % 20, at - interval '1 hour', '10.0.0.0'::inet + n % 400000, 'Chrome on Android'
        from seed_event where kind in ('offer', 'video')`,
      sql`
        insert into click_reference (reference, member_id, click_id)
        select ${reference}, member_id, ${clickId} from seed_event where kind in ('offer', 'video') order by 1`,
      sql`
        insert into partner_credit (member_id, credit_id, partner_id, transaction_id, click_id, kind, title, points, amount_usd,
          state, created_at, release_at, settled_at)
        select member_id, ${creditOf}, ${partnerOf}, 'T' || event_no, ${clickId}, 'offer', 'Wall ' || event_no % 20, points,
          points / 100.0, 'available', at, at, at ${paid}`,
      sql`
        insert into partner_event (event_id, partner_id, received_at, method, target, headers, body, address)
        select ${seededId('event', 'event_no')}, ${partnerOf}, at, 'GET', convert_to('/?t=T' || event_no, 'UTF8'), '{}', '',
          '192.0.2.7' ${paid} and event_no % 2 = 0`,
      sql`
        insert into partner_event_outcome (event_id, outcome, kind, transaction_id, reference, amount_usd, points, member_id,
          decided_at)
        select ${seededId('event', 'event_no')}, case when event_no % 200 = 0 then 'unmatched' else 'credited' end, 'credit',
          'T' || event_no, ${reference}, points / 100.0, points, case when event_no % 200 <> 0 then member_id end, at
        ${paid} and event_no % 2 = 0`,
      sql`
        insert into partner_transaction (partner_id, transaction_id, kind, event_id, member_id, credit_id, created_at)
        select ${partnerOf}, 'T' || event_no, 'credit', ${seededId('event', 'event_no')}, member_id, ${creditOf}, at
        ${paid} and event_no % 2 = 0`,
      sql`
        insert into credit_claim (member_id, claim_id, click_id, note, state, reason, opened_at, decided_at, decided_by)
        select member_id, ${seededId('claim', 'event_no')}, ${clickId}, 'I finished it', case when event_no % 5 = 0 then 'open'
          else 'declined' end, case when event_no % 5 <> 0 then 'The partner says no' end, at,
          case when event_no % 5 <> 0 then at + interval '1 day' end, case when event_no % 5 <> 0 then 'staff:finance' end
        from seed_event where kind = 'video' and event_no % 50 < 2`,
    ],
  }
}

/** More than any member has days: no one takes a survey or a micro-job twice. */
const SURVEYS = 640
const MICRO_JOBS = 640
const WATCHED = 100

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

export type SeedSizes = { members: number; postings: number; withdrawals: number }
export type SeedStep = { name: string; statements: RawBuilder<unknown>[] }

/** Email addresses with this ending belong to seeded members. */
export const SEEDED_ADDRESS = '@large.example.com'

/** Make the same id for the same number in every run: `number` is an SQL expression. Has the form of a version 4 UUID. */
export function seededId(kind: string, number: string): RawBuilder<string> {
  return sql.raw(
    `overlay(overlay(md5('${kind}' || (${number})::text) placing '4' from 13) placing '8' from 17)::uuid`,
  )
}

/** Make a number between 0 and 1 that looks random, and is the same in every run. */
export function seededShare(number: string, salt: number): RawBuilder<number> {
  return sql.raw(`((hashint8extended((${number})::bigint, ${salt}) & 1048575) / 1048576.0)`)
}

/** Count the rows for `perMember` per member. At least one, so that no list is empty at one per cent. */
export function seededCount(members: number, perMember: number): RawBuilder<number> {
  return sql.lit(Math.max(1, Math.round(members * perMember)))
}

/** The subject of an event, by its kind: the same expressions name the rows of write-earning.ts. */
export const surveyOf = seededId('survey', `1 + (day_no + n) % ${SURVEYS}`)
const microJobOf = seededId('micro-job', `1 + (day_no + n) % ${MICRO_JOBS}`)
const videoOf = seededId('video', `1 + event_no % ${WATCHED}`)
const adOf = seededId('ad', `1 + event_no % ${WATCHED}`)
export const partnerOf = seededId('partner', '1 + event_no % 20')
const creditOf = seededId('credit', 'event_no')

const sourceKey = sql`case
  when withdrawal_id is not null then kind || ':' || withdrawal_id
  when kind = 'survey' then 'survey:' || ${surveyOf}
  when kind = 'micro-job' then 'micro-job:' || ${microJobOf}
  when kind = 'video' then 'video:' || ${videoOf} || ':' || day
  when kind = 'ad' then 'ad:' || ${adOf} || ':' || day
  when kind = 'offer' then 'partner:' || ${partnerOf} || ':T' || event_no
  else kind || ':' || day end`

const description = sql`case kind when 'hold' then 'Withdrawal requested' when 'release' then 'Withdrawal declined'
  when 'payout' then 'Withdrawal paid' when 'daily-login' then 'Daily login' when 'spin' then 'Spin wheel'
  when 'quiz' then 'Quiz: 3 of 5 right' when 'survey' then 'Survey: Opinion ' || day_no
  when 'micro-job' then 'Micro-job: Receipt ' || day_no when 'offer' then 'Offer: Wall ' || event_no % 20
  when 'ad' then 'Advertisement: Shop' else 'Video: Short film' end`

const subjectId = sql`coalesce(withdrawal_id, case kind when 'survey' then ${surveyOf} when 'micro-job' then ${microJobOf}
  when 'video' then ${videoOf} when 'ad' then ${adOf} when 'offer' then ${creditOf} end)`

/** A member's events in order, with what each takes, gives and leaves. */
export const movements = sql`
  select member_id, row_number() over w as seq, kind, available_delta, held_delta,
    (sum(available_delta) over w)::bigint as available_after, (sum(held_delta) over w)::bigint as held_after,
    case when kind = 'payout' then 'payouts' when kind not in ('hold', 'release') then 'rewards' end as house_account,
    ${sourceKey} as source_key, ${description} as description, ${subjectId} as subject_id, null::bigint as reverses_seq,
    case when kind in ('payout', 'release') then 'staff:finance' else 'member:' || member_id end as actor, at as created_at
  from (
    select *, case kind when 'hold' then -points when 'payout' then 0 else points end::bigint as available_delta,
      case kind when 'hold' then points when 'payout' then -points when 'release' then -points else 0 end::bigint as held_delta
    from seed_event
  ) as delta
  window w as (partition by member_id order by place)`

const receipt = sql`'S' || lpad(upper(to_hex(withdrawal_no)), 9, '0')`
const number = sql`'2547' || lpad(n::text, 8, '0')`
const originator = sql`'po_' || lpad(to_hex(withdrawal_no), 12, '0')`
/** Sent through the provider instead of by hand. */
const isSent = sql`status = 'paid' and n % 10 < 8`
const payoutState = sql`case when status = 'paid' then 'paid'
  when status = 'approved' then (array['manual', 'manual', 'queued', 'needs_review'])[1 + n % 4] end`

/** Account numbers are written plainly, and destinations only listed, as by an earlier version: a server that starts with this database seals them. */
export function writePayouts(): SeedStep {
  return {
    name: 'withdrawals',
    statements: [
      sql`
        insert into withdrawal (member_id, withdrawal_id, status, points, kes_per_point, amount_kes, method, mpesa_number,
          bank_name, account_number, account_name, paypal_email, amount_usd, payout_state, requested_at, admin_comment,
          processed_by, processed_at, receipt, paid_at, review_reasons, risk_score)
        select member_id, withdrawal_id, status, points, 1000, points * 1000, method,
          case method when 'mpesa' then ${number} end, case method when 'bank' then 'Equity' end,
          case method when 'bank' then '01' || n end, case method when 'bank' then 'Amina Otieno' end,
          case method when 'paypal' then 'p' || n || '@example.com' end, case method when 'paypal' then points * 7.75 end,
          ${payoutState}, at + interval '30 minutes', case when status = 'rejected' then 'The number is not yours' end,
          case when status <> 'pending' then 'staff:finance' end,
          case when status <> 'pending' then at + interval '75 minutes' end, case when status = 'paid' then ${receipt} end,
          case when status = 'paid' then at + interval '75 minutes' end,
          case when n % 15 = 0 then '{new-number}'::text[] else '{}' end, case when n % 15 = 0 then 20 else 0 end
        from (
          select *, case when n % 10 < 8 then 'mpesa' when n % 10 = 8 then 'bank' else 'paypal' end as method
          from seed_withdrawal
        ) as asked order by member_id, at`,
      sql`
        insert into destination_backlog (member_id, withdrawal_id, named_at, paid_at)
        select member_id, (array_agg(withdrawal_id order by at desc))[1], min(at),
          min(at) filter (where status = 'paid') + interval '75 minutes'
        from seed_withdrawal group by member_id`,
      sql`
        insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, state, originator_conversation_id, amount_kes,
          mpesa_number, receipt, result_code, result_description, created_at, sending_at, settled_at)
        select member_id, withdrawal_id, 1, 'daraja', 'paid', ${originator}, points * 1000, ${number}, ${receipt}, '0', 'Done',
          at + interval '70 minutes', at + interval '70 minutes', at + interval '75 minutes'
        from seed_withdrawal where ${isSent} order by member_id, at`,
      sql`
        insert into payout_reference (kind, value, member_id, withdrawal_id, attempt_no)
        select 'originator', ${originator}, member_id, withdrawal_id, 1 from seed_withdrawal where ${isSent}`,
      sql`
        insert into payout_receipt (receipt, member_id, withdrawal_id, claimed_by)
        select ${receipt}, member_id, withdrawal_id, case when ${isSent} then 'provider' else 'staff' end
        from seed_withdrawal where status = 'paid'`,
      sql`
        insert into payout_pause (member_id, reason, paused_by, paused_at, appeal, appealed_at, appeal_answer, answered_by,
          answered_at, lift_reason, lifted_by, lifted_at)
        select member_id, 'Two accounts use one number', 'staff:finance', now() - make_interval(hours => (n % 9000)::int),
          case when n % 3 = 0 then 'It is my sister' end, case when n % 3 = 0 then now() end,
          case when n % 6 = 0 then 'Thank you' end, case when n % 6 = 0 then 'staff:finance' end, case when n % 6 = 0 then now() end,
          case when n % 2 = 0 then 'Explained' end, case when n % 2 = 0 then 'staff:finance' end, case when n % 2 = 0 then now() end
        from seed_member where n % 400 < 2`,
      sql`
        insert into premium_payment (member_id, payment_id, state, provider, mpesa_number, months, amount_kes, account_reference,
          created_at, settled_at)
        select member_id, ${seededId('payment', 'n')}, case when n % 1000 = 20 then 'review' when n % 200 = 20 then 'failed'
          else 'paid' end, 'daraja', ${number}, 1, 1000, 'PREM' || n, now() - make_interval(hours => (n % 9000)::int),
          case when n % 200 <> 20 then now() end
        from seed_member where n % 20 = 0`,
      sql`
        insert into reconciliation_run (day, made_by, paid_count, paid_points, gross_kes, tax_kes, sent_kes, posted_points,
          withheld_kes, has_statement, expected_kes, provider_count, provider_kes)
        select day, 'staff:finance', count(*), sum(points), sum(points) * 1000, 0, sum(points) * 1000, sum(points), 0, true,
          sum(points) * 1000, count(*), sum(points) * 1000
        from seed_withdrawal where status = 'paid' and day < current_date group by day`,
      sql`
        insert into reconciliation_difference (day, kind, subject_key, receipt, unit, expected, found, found_at, resolution,
          resolved_by, resolved_at)
        select day, 'amount-differs', r, r, 'KES', 100, 90, day, case when is_known then 'A fee' end,
          case when is_known then 'staff:finance' end, case when is_known then now() end
        from (
          select w.day, ${receipt} as r, withdrawal_no % 8 <> 0 as is_known
          from seed_withdrawal w join reconciliation_run using (day) where status = 'paid' and withdrawal_no % 20 < 2
        ) as odd`,
    ],
  }
}

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
