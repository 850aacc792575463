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

/** Fill thirty days with growing page views, fewer at weekends. */
export async function ensureDemoPageViews(db: Db): Promise<void> {
  await sql`
    insert into page_view (day, route, shard, views)
    select day::date, route, 0, weight * (20 + age) / case when extract(isodow from day) > 5 then 60 else 30 end + 1
    from generate_series(0, 29) as age, business_day(now() - interval '30 days' + age * interval '1 day') as day,
      (values ('/', 40), ('/signup', 12), ('/dashboard', 60), ('/surveys', 45), ('/withdraw', 15)) as page (route, weight)
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
    .values({
      ...member,
      country: 'Kenya',
      createdAt: then,
      emailVerifiedAt: then,
      premiumUntil: null,
      adminRole: null,
      suspendedAt: null,
      suspensionReason: null,
      deletionDueAt: null,
      erasedAt: null,
    })
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

/** List the bank payments of finished days, oldest first. */
export async function listDemoBankPayments(db: Db) {
  const { rows } = await sql<{ day: string; receipt: string; payoutKes: number }>`
    select business_day(paid_at) as day, receipt, payout_kes from withdrawal
    where method = 'bank' and paid_at < business_day_start(business_day(now())) order by paid_at limit 1000
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
