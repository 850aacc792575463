import type {
  clickFigures,
  DailyFigures,
  ListOfferChoicesInput,
  OfferChoice,
  OfferFunnel,
  OfferFunnelInput,
  RouteViews,
} from '@chuma/contract/admin/analytics'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { FigurePeriod } from '@chuma/contract/business-day'
import type { Answer } from '@chuma/contract/fields'
import type { PageRoute } from '@chuma/contract/page-routes'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type ClickFigures = Answer<typeof clickFigures>
type RecentClick = ClickFigures['recentSurveyClicks'][number]

/** Rows per page and day, so that concurrent page views rarely wait for each other. */
const SHARDS = 8
const RECENT_CLICKS = 5
const MAX_CHOICES = 50

/** List one row per business day, oldest first, quiet days included; none for future days. */
export async function listDailyFigures(db: Db, { from, to }: FigurePeriod): Promise<DailyFigures[]> {
  const { zone, today, lastDay, liveDay: firstDay, liveFrom } = await getKeptDays(db)
  const live = sql`select day, name, value from (${figuresOf({ zone, firstDay, from: liveFrom, until: 'infinity' })}) as live`
  const { rows } = await sql<DailyFigures>`
    with figure as materialized (
      -- What was kept after the look above is among the rows still: each day is taken from one place.
      select day, name, value from daily_figure
      where day <= ${lastDay}::date and day <= ${to}::date and (day >= ${from}::date or name = 'points-change')
      ${to >= firstDay ? sql`union all ${live}` : sql``}
    ), opening as (
      select coalesce(sum(value), 0) as points from figure where name = 'points-change' and day < ${from}::date
    ), by_day as (
      select d.day::date as day,
        coalesce(sum(value) filter (where name = 'sign-ups'), 0)::bigint as sign_ups,
        coalesce(sum(value) filter (where name = 'active-members'), 0)::bigint as active_members,
        coalesce(
          jsonb_object_agg(substr(name, 8), value) filter (where name like 'earned:%'), '{}'
        ) as earned,
        coalesce(sum(value) filter (where name = 'paid-count'), 0)::bigint as paid_count,
        coalesce(sum(value) filter (where name = 'paid-kes'), 0)::bigint as paid_kes,
        coalesce(sum(value) filter (where name = 'page-views'), 0)::bigint as page_views,
        coalesce(sum(value) filter (where name = 'points-change'), 0) as change,
        coalesce(
          (select record ->> 'kesPerPoint' from economy_version
            where created_at < business_day_start(d.day::date + 1) order by version desc limit 1),
          (select record ->> 'kesPerPoint' from economy_version order by version limit 1),
          ${String(defaultEconomy.kesPerPoint)}
        )::bigint as kes_per_point
      from generate_series(${from}::date, least(${to}::date, ${today}::date), interval '1 day') as d (day)
      left join figure on figure.day = d.day::date
      group by d.day
    ), owed as (
      select by_day.*, (opening.points + sum(change) over (order by day))::bigint as owed_points from by_day, opening
    )
    select day, sign_ups, active_members, earned, paid_count, paid_kes, page_views, owed_points,
      owed_points * kes_per_point as owed_kes
    from owed order by day
  `.execute(db)
  return rows
}

/** Count how many members reached each step of one offer. */
export async function getOfferFunnel(db: Db, { id, from, to }: OfferFunnelInput): Promise<OfferFunnel> {
  const { zone, lastDay, liveDay: firstDay, liveFrom } = await getKeptDays(db)
  const live = sql`select day, clicks, started, completed, credited
    from (${offerFiguresOf({ zone, firstDay, from: liveFrom, until: 'infinity' }, id)}) as live`
  const { rows } = await sql<OfferFunnel>`
    select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(started), 0)::bigint as started,
      coalesce(sum(completed), 0)::bigint as completed, coalesce(sum(credited), 0)::bigint as credited
    from (
      select day, clicks, started, completed, credited from daily_offer_figure
      where survey_id = ${id}::uuid and day <= ${lastDay}::date
      ${to >= firstDay ? sql`union all ${live}` : sql``}
    ) as step
    where day between ${from}::date and ${to}::date
  `.execute(db)
  const [funnel] = rows
  if (!funnel) throw new Error('an aggregate gives one row')
  return funnel
}

/** List offers to choose from, by title. */
export function listOfferChoices(db: Db, { search, chosen }: ListOfferChoicesInput): Promise<OfferChoice[]> {
  return db
    .selectFrom('survey')
    .select(['surveyId as id', 'title'])
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`(strpos(lower(title), lower(${search ?? ''})) > 0 or survey_id = ${chosen ?? null}::uuid)`,
      ),
    )
    .orderBy(sql`survey_id is not distinct from ${chosen ?? null}::uuid`, 'desc')
    .orderBy('isActive', 'desc')
    .orderBy('title')
    .orderBy('surveyId')
    .limit(MAX_CHOICES)
    .execute()
}

/** Count all clicks by kind, and list the newest of each. */
export async function getClickFigures(db: Db): Promise<ClickFigures> {
  const { lastDay, liveFrom } = await getKeptDays(db)
  const countOf = (name: 'survey-clicks' | 'link-clicks', column: RawBuilder<unknown>) => sql<number>`(
    (select coalesce(sum(value), 0)::bigint from daily_figure where name = ${name} and day <= ${lastDay}::date)
    + (select count(*) from click where clicked_at >= ${liveFrom}::timestamptz and ${column} is not null)
  )`
  const { surveyClicks, affiliateClicks } = await db
    .selectNoFrom([
      countOf('survey-clicks', sql`survey_id`).as('surveyClicks'),
      countOf('link-clicks', sql`task_id`).as('affiliateClicks'),
    ])
    .executeTakeFirstOrThrow()
  const [recentSurveyClicks, recentAffiliateClicks] = await Promise.all([
    listNewestClicks(db, 'surveyId'),
    listNewestClicks(db, 'taskId'),
  ])
  return { surveyClicks, affiliateClicks, recentSurveyClicks, recentAffiliateClicks }
}

async function listNewestClicks(db: Db, column: 'surveyId' | 'taskId'): Promise<RecentClick[]> {
  const rows = await db
    .selectFrom('click')
    .innerJoin('member', 'member.memberId', 'click.memberId')
    .select(['clickId as id', 'title', 'clickedAt', 'firstName', 'lastName'])
    .where(column, 'is not', null)
    .orderBy('clickedAt', 'desc')
    .orderBy('clickId', 'desc')
    .limit(RECENT_CLICKS)
    .execute()
  return rows.map(({ firstName, lastName, ...click }) => ({ ...click, user: { firstName, lastName } }))
}

/** List how often each page was opened, the most opened first. */
export function listPageViews(db: Db, { from, to }: FigurePeriod): Promise<RouteViews[]> {
  return db
    .selectFrom('pageView')
    .select('route')
    .select(sql<number>`sum(views)::bigint`.as('views'))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('route')
    .orderBy('views', 'desc')
    .orderBy('route')
    .execute()
}

/** All page views by people who agreed to be counted: those of kept days, and those since. */
export const pageViewTotal = sql<number>`(
  with kept as materialized (select coalesce(max(day), '-infinity') as day from figure_day)
  select (
    select coalesce(sum(value), 0)::bigint from daily_figure where name = 'page-views' and day <= (select day from kept)
  ) + (select coalesce(sum(views), 0)::bigint from page_view where day > (select day from kept))
)`

/** Count all page views by people who agreed to be counted. */
export async function getPageViewTotal(db: Db): Promise<number> {
  const { views } = await db.selectNoFrom(pageViewTotal.as('views')).executeTakeFirstOrThrow()
  return views
}

/** Count one page view, today. */
export async function addPageView(db: Db, route: PageRoute): Promise<void> {
  await db
    .insertInto('pageView')
    .values({
      day: sql<string>`business_day(now())`,
      route,
      shard: sql<number>`floor(random() * ${SHARDS}::int)::smallint`,
      views: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'route', 'shard'])
        .doUpdateSet((eb) => ({ views: eb('pageView.views', '+', 1) })),
    )
    .execute()
}

/** Days that are counted from their rows. `until` is the end of the last one, or never. */
type LiveDays = { zone: string; firstDay: string; from: Date; until: Date | 'infinity' }

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
const figuresOf = (days: LiveDays) => sql`
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
const offerFiguresOf = (days: LiveDays, surveyId: string | null) => sql`
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

type KeptDays = {
  zone: string
  /** The business day of now. */
  today: string
  /** The last counted day; null before the first count. */
  lastDay: string | null
  /** The day after it, and when it begins: everything from here on is counted from its rows. */
  liveDay: string
  liveFrom: Date
}

async function getKeptDays(db: Db): Promise<KeptDays> {
  const { rows } = await sql<KeptDays>`
    with kept as (select day, ends_at from figure_day order by day desc limit 1),
    -- Before the first member and the first page there is nothing to count.
    beginning as (
      select coalesce(least(business_day((select min(created_at) from member)), (select min(day) from page_view)),
        business_day(now())) as day
    )
    select business_time_zone() as zone, business_day(now()) as today, kept.day as last_day,
      coalesce(kept.day + 1, beginning.day) as live_day,
      coalesce(kept.ends_at, business_day_start(beginning.day)) as live_from
    from beginning left join kept on true
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a left join gives one row')
  return row
}

/** Two concurrent counts of a day would both write it. */
async function lockFigures(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('figures'))`.execute(trx)
}

/**
 * Find the time before which no more rows will appear: every transaction that could write one has ended. A row's time lies
 * within its transaction, and a transaction may be delayed past midnight.
 */
export async function getSettledMoment(trx: Trx): Promise<Date> {
  const { rows } = await sql<{ settled: Date }>`
    select least(now(), min(xact_start)) - interval '1 minute' as settled from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  `.execute(trx)
  const [row] = rows
  if (!row) throw new Error('an aggregate gives one row')
  return row.settled
}

type Settled = { before: Date; mostDays: number }

/**
 * Count the next days that ended before a given time, at most `mostDays`, once and for good. Concurrent processes do so one
 * after the other, and the second finds nothing left to count.
 * @returns how many days were counted
 */
export async function rollUpFigures(trx: Trx, { before, mostDays }: Settled): Promise<number> {
  await lockFigures(trx)
  const { zone, liveDay: firstDay, liveFrom: from } = await getKeptDays(trx)
  const { rows } = await sql<{ day: string; endsAt: Date }>`
    insert into figure_day (day, ends_at)
    select day::date, business_day_start(day::date + 1)
    from generate_series(${firstDay}::date, ${firstDay}::date + ${mostDays}::int - 1, interval '1 day') as day
    where business_day_start(day::date + 1) <= ${before}::timestamptz
    returning day, ends_at
  `.execute(trx)
  const until = rows.at(-1)?.endsAt
  if (!until) return 0

  const days: LiveDays = { zone, firstDay, from, until }
  await sql`
    insert into daily_figure (day, name, value)
    select day, name, value from (${figuresOf(days)}) as figure where value <> 0
  `.execute(trx)
  await sql`
    insert into daily_offer_figure (survey_id, day, clicks, started, completed, credited)
    ${offerFiguresOf(days, null)}
  `.execute(trx)
  return rows.length
}
