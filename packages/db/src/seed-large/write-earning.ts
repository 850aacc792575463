import { sql } from 'kysely'
import { MICRO_JOBS, SURVEYS, WATCHED } from './plan-events.ts'
import { type SeedStep, seededId } from './seeded.ts'
import { adOf, creditOf, microJobOf, partnerOf, surveyOf, videoOf } from './write-ledger.ts'

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
