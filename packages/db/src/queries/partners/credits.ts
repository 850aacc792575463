import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { announce } from '../listen.ts'

type CreditRef = { memberId: string; creditId: string }
type ClickRef = { memberId: string; clickId: string }
type NewCredit = Omit<Insertable<Database['partnerCredit']>, 'releaseAt' | 'settledAt'> & { holdDays: number }

const creditColumns = [
  'memberId',
  'creditId',
  'partnerId',
  'transactionId',
  'clickId',
  'claimId',
  'kind',
  'title',
  'points',
  'state',
  'amountUsd',
  'boughtPoints',
  'releaseAt',
  'settledAt',
] as const
/** By the database's time, as releases are. */
const isHeld = sql<boolean>`(release_at > statement_timestamp())`
/** A credit in one of these states counts for its click; the others freed their goal. */
const LIVE = ['review', 'pending', 'available'] as const

export async function insertPartnerCredit(trx: Trx, { holdDays, ...credit }: NewCredit) {
  await announce(trx, 'waiting_change')
  const inserted = await trx
    .insertInto('partnerCredit')
    .values({
      ...credit,
      releaseAt: sql<Date>`now() + make_interval(days => ${holdDays})`,
      settledAt: credit.state === 'pending' || credit.state === 'review' ? null : sql<Date>`now()`,
    })
    .returning(creditColumns)
    .executeTakeFirstOrThrow()
  await insertAccruals(trx, inserted, { from: null })
  return inserted
}

export type LockedCredit = Pick<Selectable<Database['partnerCredit']>, (typeof creditColumns)[number]>

/** Serialises whatever settles this credit. */
export function lockCredit(trx: Trx, { memberId, creditId }: CreditRef): Promise<LockedCredit | undefined> {
  return trx
    .selectFrom('partnerCredit')
    .select(creditColumns)
    .where('memberId', '=', memberId)
    .where('creditId', '=', creditId)
    .forUpdate()
    .executeTakeFirst()
}

type CreditState = LockedCredit['state']
type CreditMove = {
  from: CreditState
  to: CreditState
  reason: string | null
  points: number
  /** The staff who decided it. */
  decidedBy: string | undefined
}

/** Only `moveCredit` calls this. False when the credit is not in `from`: nothing has changed then. */
export async function updateCreditState(
  trx: Trx,
  credit: LockedCredit,
  { from, to, reason, points, decidedBy }: CreditMove,
): Promise<boolean> {
  const { memberId, creditId, settledAt } = credit
  const { numUpdatedRows } = await trx
    .updateTable('partnerCredit')
    .set({
      state: movedTo(to),
      reason,
      points,
      settledAt: to === 'pending' ? null : sql<Date>`now()`,
      ...(decidedBy === undefined ? {} : { decidedBy }),
    })
    .where('memberId', '=', memberId)
    .where('creditId', '=', creditId)
    .where('state', '=', from)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  await insertAccruals(trx, { ...credit, state: to }, { from, settledAt })
  return numUpdatedRows === 1n
}

type Before = { from: CreditState | null; settledAt?: Date | null }

/** Note what a credit's step changes in what its partner owes. Only inserts: parallel credits of a partner never wait for each other. */
async function insertAccruals(trx: Trx, credit: LockedCredit, before: Before): Promise<void> {
  const { memberId, creditId, state, amountUsd } = credit
  const isOwed =
    before.from === 'pending' || state === 'pending' || state === 'available' || state === 'reversed'
  if (amountUsd === 0 || !isOwed) return
  await accrualsOf(sql`c.member_id = ${memberId} and c.credit_id = ${creditId}`, before).execute(trx)
}

/** Note what partners owe for credits that were all stored at once, as they are now. */
export const insertStoredAccruals = (trx: Trx) => accrualsOf(sql`true`, { from: null }).execute(trx)

/** What is taken back belongs to the month in which it was earned; a credit that comes as taken back was earned on the day it came. */
function accrualsOf(which: RawBuilder<unknown>, { from, settledAt = null }: Before) {
  const isNew = sql`${from === null}::boolean`
  return sql`
    insert into partner_accrual (partner_id, kind, day, origin_month, usd)
    select c.partner_id, a.kind, business_day(a.at), date_trunc('month', business_day(a.origin)::timestamp)::date, a.usd
    from (select *, coalesce(settled_at, now()) as at from partner_credit) c cross join lateral (values
      ('held', c.at, c.at, case when c.state = 'pending' then c.amount_usd else -c.amount_usd end,
        c.state = 'pending' or ${from === 'pending'}::boolean),
      ('accrued', c.at, c.at, c.amount_usd, c.state = 'available'),
      ('accrued', c.created_at, c.created_at, c.amount_usd, c.state = 'reversed' and ${isNew}),
      ('reversed', c.at, case when ${isNew} then c.created_at else coalesce(${settledAt}::timestamptz, c.created_at) end,
        c.amount_usd, c.state = 'reversed')
    ) as a (kind, at, origin, usd, is_due)
    where ${which} and a.is_due and c.amount_usd <> 0
  `
}

/** Lock a member's credits that are not settled, until the transaction ends. */
export function lockPendingCredits(trx: Trx, memberId: string): Promise<LockedCredit[]> {
  return trx
    .selectFrom('partnerCredit')
    .select(creditColumns)
    .where('memberId', '=', memberId)
    .where('state', 'in', ['review', 'pending'])
    .forUpdate()
    .execute()
}

/** Find the credit that confirmed a claim of staff, if the partner has sent one. */
export function findConfirmation(trx: Trx, memberId: string, claimId: string) {
  return trx
    .selectFrom('partnerCredit')
    .select('state')
    .where('memberId', '=', memberId)
    .where('claimId', '=', claimId)
    .executeTakeFirst()
}

/** Lock what counts for a click, oldest first, until the transaction ends. The caller has locked the click. */
export function lockCreditsOfClick(trx: Trx, { memberId, clickId }: ClickRef) {
  return trx
    .selectFrom('partnerCredit')
    .select([...creditColumns, 'goal', 'reviewReason', isHeld.as('isHeld')])
    .where('memberId', '=', memberId)
    .where('clickId', '=', clickId)
    .where('state', 'in', LIVE)
    .orderBy('createdAt')
    .orderBy('creditId')
    .forUpdate()
    .execute()
}

type SurveyPayments = { isPaidHere: boolean; isPaidElsewhere: boolean; isTakenBack: boolean }

/** Find what paid for a member's survey, from this click or another one, and whether something that paid was taken back. */
export async function findPaymentsOfSurvey(
  trx: Trx,
  { memberId, clickId, surveyId }: ClickRef & { surveyId: string },
): Promise<SurveyPayments> {
  const { rows } = await sql<SurveyPayments>`
    select coalesce(bool_or(is_live and click_id = ${clickId}), false) as is_paid_here,
      coalesce(bool_or(is_live and click_id <> ${clickId}), false) as is_paid_elsewhere,
      coalesce(bool_or(not is_live), false) as is_taken_back
    from (
      select c.click_id, c.state in ('pending', 'available') as is_live
      from partner_credit c
      join click k on k.member_id = c.member_id and k.click_id = c.click_id
      where c.member_id = ${memberId} and k.survey_id = ${surveyId} and c.state <> 'review'
      union all
      select m.click_id, true
      from credit_claim m
      join click k on k.member_id = m.member_id and k.click_id = m.click_id
      left join partner_credit c on c.member_id = m.member_id and c.claim_id = m.claim_id
      where m.member_id = ${memberId} and k.survey_id = ${surveyId} and m.state = 'credited'
        and c.state is distinct from 'reversed'
    ) payment
  `.execute(trx)
  return rows[0] ?? { isPaidHere: false, isPaidElsewhere: false, isTakenBack: false }
}

/** List credits whose hold is over, oldest first. */
export function listDueCredits(db: Db, limit: number) {
  return db
    .selectFrom('partnerCredit')
    .select(['memberId', 'creditId'])
    .where('state', '=', 'pending')
    .where('releaseAt', '<=', sql<Date>`now()`)
    .orderBy('releaseAt')
    .limit(limit)
    .execute()
}

/** Serialise what one partner credits one member, so that parallel events cannot pass the day's ceilings. */
export async function lockCreditsOfMember(trx: Trx, partnerId: string, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`day:${partnerId}:${memberId}`}, 0))`.execute(trx)
}

/** Sum what a partner's events brought one member on this business day, reversed or not. What waits for staff brought nothing. */
export function sumTodaysCredits(trx: Trx, partnerId: string, memberId: string) {
  return trx
    .selectFrom('partnerCredit')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('amountUsd'), sql<number>`0`).as('usd'),
      fn.coalesce(fn.sum<number>('points'), sql<number>`0`).as('points'),
    ])
    .where('memberId', '=', memberId)
    .where('partnerId', '=', partnerId)
    .where('state', 'in', ['pending', 'available', 'reversed'])
    .where(sql<boolean>`business_day(created_at) = business_day(now())`)
    .executeTakeFirstOrThrow()
}

/**
 * Add to the points that a partner's events brought today, and return false if that would pass `most`: nothing is added then. The
 * row stays locked until the transaction ends, so parallel events count one after the other.
 */
export async function addToPartnerDay(
  trx: Trx,
  { partnerId, points, most }: { partnerId: string; points: number; most: number },
): Promise<boolean> {
  if (points > most) return false
  const { rows } = await sql`
    insert into partner_day as known (partner_id, day, points)
    values (${partnerId}, business_day(now()), ${points})
    on conflict (partner_id, day) do update set points = known.points + excluded.points
      where known.points + excluded.points <= ${most}::bigint
    returning 1
  `.execute(trx)
  return rows.length > 0
}
