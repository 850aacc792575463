import { type RawBuilder, sql } from 'kysely'

/** Days that are counted from their rows. `until` is the end of the last one, or never. */
export type LiveDays = { zone: string; firstDay: string; from: Date; until: Date | 'infinity' }

/** Limits rows to these days, by the time in this column. */
const within = (column: RawBuilder<unknown>, { from, until }: LiveDays) =>
  sql`${column} >= ${from}::timestamptz and ${column} < ${until}::timestamptz`

/** After a change of the time zone, the rest of a day that was already counted belongs to the next day. */
const dayOf = (column: RawBuilder<unknown>, { zone, firstDay }: LiveDays) =>
  sql`greatest((${column} at time zone ${zone}::text)::date, ${firstDay}::date)`

const posted = sql`p.created_at`
const signedUp = sql`m.created_at`
const clicked = sql`c.clicked_at`
const started = sql`a.started_at`
const completed = sql`a.completed_at`

/**
 * `(day, name, value)` for each figure of each day with activity. Counted rows are never changed or removed later: an erased
 * member's rows stay, and a reversal is a row of its own day.
 */
export const figuresOf = (days: LiveDays) => sql`
  with moved as materialized (
    select ${dayOf(posted, days)} as day, p.kind,
      coalesce(sum(p.available_delta) filter (where p.house_account in ('rewards', 'reversals')), 0)::bigint as earned,
      sum(p.available_delta + p.held_delta)::bigint as change
    from posting p where ${within(posted, days)} group by 1, 2
  )
  select day, 'earned:' || kind as name, earned as value from moved where earned <> 0
  union all
  select day, 'points-change', sum(change)::bigint from moved group by day
  union all
  select ${dayOf(posted, days)}, 'active-members', count(distinct p.member_id) from posting p
  where ${within(posted, days)} and (p.house_account = 'rewards' or p.kind = 'hold') group by 1
  union all
  select day, name, value from (
    select ${dayOf(posted, days)} as day, count(*) as paid_count, sum(w.payout_kes)::bigint as paid_kes
    from posting p join withdrawal w on w.member_id = p.member_id and w.withdrawal_id = p.subject_id
    where p.kind = 'payout' and ${within(posted, days)} group by 1
  ) paid, lateral (values ('paid-count', paid_count), ('paid-kes', paid_kes)) as figure (name, value)
  union all
  select ${dayOf(signedUp, days)}, 'sign-ups', count(*) from member m where ${within(signedUp, days)} group by 1
  union all
  select ${dayOf(clicked, days)}, case when c.survey_id is not null then 'survey-clicks' else 'link-clicks' end, count(*)
  from click c where ${within(clicked, days)} group by 1, 2
  union all
  select v.day, 'page-views', sum(v.views)::bigint from page_view v
  where v.day >= ${days.firstDay}::date and ${days.until}::timestamptz > business_day_start(v.day) group by 1
`

/** `(survey_id, day, clicks, started, completed, credited)` of one offer, or of all. */
export const offerFiguresOf = (days: LiveDays, surveyId: string | null) => sql`
  select survey_id, day, sum(clicks)::bigint as clicks, sum(started)::bigint as started,
    sum(completed)::bigint as completed, sum(credited)::bigint as credited
  from (
    select c.survey_id, ${dayOf(clicked, days)} as day, 1 as clicks, 0 as started, 0 as completed, 0 as credited
    from click c where ${within(clicked, days)}
    union all
    select a.survey_id, ${dayOf(started, days)}, 0, 1, 0, 0 from survey_attempt a where ${within(started, days)}
    union all
    select a.survey_id, ${dayOf(completed, days)}, 0, 0, 1, 0 from survey_attempt a
    where a.status = 'completed' and ${within(completed, days)}
    union all
    select case when p.source_key = 'survey:' || p.subject_id then p.subject_id else c.survey_id end,
      ${dayOf(posted, days)}, 0, 0, 0, 1
    from posting p
    left join partner_credit r
      on p.kind = 'survey' and r.member_id = p.member_id and r.credit_id = p.subject_id
    left join click c on c.member_id = p.member_id
      and c.click_id = case p.kind when 'claim' then p.subject_id else r.click_id end
    where p.kind in ('survey', 'claim') and ${within(posted, days)}
  ) step
  where survey_id is not null and (${surveyId}::uuid is null or survey_id = ${surveyId}::uuid)
  group by survey_id, day
`
