import type { StaffRole } from '@chuma/contract/admin/permissions'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { keepMailbox } from './account/email-moves.ts'

type Standing = { premiumUntil: Date | null; adminRole: StaffRole | null }

/** An account that is new approves nothing: those of the demo's staff have been there for a month. */
const aMonthAgo = sql<Date>`now() - interval '30 days'`

/** Set what demo members start with; otherwise an owner or a payment gives it. */
export function setDemoStanding(trx: Trx, memberId: string, standing: Standing) {
  return trx
    .updateTable('member')
    .set({ ...standing, ...(standing.adminRole && { createdAt: aMonthAgo }) })
    .where('memberId', '=', memberId)
    .execute()
}

export function settleDemoStaff(db: Db) {
  return db.updateTable('staff').set({ createdAt: aMonthAgo }).execute()
}

/** End the time for a demo member's reviews, so that the job settles them. */
export function endDemoReviews(db: Db, memberId: string) {
  return db
    .updateTable('surveyReview')
    .set({ until: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('state', 'in', ['doubtful', 'held'])
    .execute()
}

export function findDemoSurvey(db: Db, title: string) {
  return db.selectFrom('survey').select('surveyId').where('title', '=', title).executeTakeFirst()
}

/** Fill the days before today with growing page views, fewer at weekends. */
export async function ensureDemoPageViews(db: Db, days: number): Promise<void> {
  await sql`
    insert into page_view (day, route, shard, views)
    select day::date, route, 0,
      weight * (20 + 40 * age / ${days}::int) / case when extract(isodow from day) > 5 then 60 else 30 end + 1
    from generate_series(0, ${days}::int - 1) as age,
      business_day(now() - make_interval(days => ${days}::int - age)) as day,
      (values ('/', 40), ('/signup', 12), ('/login', 18), ('/dashboard', 60), ('/surveys', 45), ('/survey/$surveyId', 24),
        ('/withdraw', 15), ('/profile', 7), ('/activity', 8), ('/about', 5), ('/contact', 3), ('/transparency', 4),
        ('/invite', 3)) as page (route, weight)
    on conflict do nothing
  `.execute(db)
}

type DemoMember = {
  memberId: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string
}

/** Add a demo member who signed up and confirmed their address this many minutes ago. No webhook is told of it today. */
export async function insertDemoMember(trx: Trx, member: DemoMember, minutesAgo: number): Promise<void> {
  const then = sql<Date>`now() - make_interval(mins => ${minutesAgo})`
  await trx
    .insertInto('member')
    .values({ ...member, country: 'Kenya', createdAt: then, emailVerifiedAt: then })
    .execute()
  await keepMailbox(trx, member)
}

/** List a partner's credits of a business month that were paid, for its report. */
export async function listDemoCredits(db: Db, { partnerId, month }: { partnerId: string; month: string }) {
  const { rows } = await sql<{ transactionId: string; usd: number; state: string; at: Date }>`
    select transaction_id, amount_usd as usd, state, created_at as at from partner_credit
    where partner_id = ${partnerId} and state in ('available', 'reversed')
      and created_at >= business_day_start(${`${month}-01`}::date)
      and created_at < business_day_start((${`${month}-01`}::date + interval '1 month')::date)
    order by created_at, credit_id limit 500
  `.execute(db)
  return rows
}

/** A payment on a rail's statement. KES below zero left the house. */
export type DemoPayment = {
  rail: 'bank' | 'mpesa'
  day: string
  at: Date
  receipt: string
  kes: number
  numberEnd: string | null
}

/** List what banks and M-Pesa moved on finished days, oldest first. */
export async function listDemoPayments(db: Db): Promise<DemoPayment[]> {
  const { rows } = await sql<DemoPayment>`
    select rail, business_day(at) as day, at, receipt, kes, right(nullif(number, 'erased'), 3) as number_end from (
      select method as rail, paid_at as at, receipt, -payout_kes as kes, mpesa_number as number from withdrawal
      where method in ('bank', 'mpesa')
      union all
      select 'mpesa', settled_at, receipt, amount_kes, mpesa_number from premium_payment where state = 'paid'
    ) as moved where at < business_day_start(business_day(now())) order by at, receipt limit 5000
  `.execute(db)
  return rows
}

/** List members of the story, the longest-standing first: they can take surveys, and are nobody's staff. */
export function listDemoMembers(db: Db, limit: number) {
  return db
    .selectFrom('member')
    .select(['memberId', 'email'])
    .where('emailVerifiedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where('deletionDueAt', 'is', null)
    .where('erasedAt', 'is', null)
    .where('adminRole', 'is', null)
    .where('country', '=', 'Kenya')
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}
