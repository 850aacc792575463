import type {
  clickFigures,
  DailyFigures,
  FigurePeriod,
  ListOfferChoicesInput,
  OfferChoice,
  OfferFunnel,
  OfferFunnelInput,
  RouteViews,
} from '@chuma/contract/admin/analytics'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { PageRoute } from '@chuma/contract/page-routes'
import type { Answer } from '@chuma/contract/timestamp'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../client.ts'
import { figuresOf, offerFiguresOf } from './figures-of-days.ts'
import { getKeptDays } from './kept-days.ts'

type ClickFigures = Answer<typeof clickFigures>
type RecentClick = ClickFigures['recentSurveyClicks'][number]

/** Rows per page and day, so that concurrent page views rarely wait for each other. */
const SHARDS = 8
const RECENT_CLICKS = 5
const MOST_CHOICES = 50

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
    .limit(MOST_CHOICES)
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

/** Count all page views by people who agreed to be counted. */
export async function getPageViewTotal(db: Db): Promise<number> {
  const { lastDay, liveDay } = await getKeptDays(db)
  const { rows } = await sql<{ views: number }>`
    select (select coalesce(sum(value), 0)::bigint from daily_figure where name = 'page-views' and day <= ${lastDay}::date)
      + (select coalesce(sum(views), 0)::bigint from page_view where day >= ${liveDay}::date) as views
  `.execute(db)
  return rows[0]?.views ?? 0
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
