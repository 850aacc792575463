import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { personOf } from '../auth/people.ts'
import { openCell } from '../surveys/quotas.ts'
import { respondentOf } from '../surveys/respondents.ts'
import { countEarlier } from './earlier-answers.ts'

/** Find what a quote of a survey is made of; undefined for one that nobody commissioned. */
export async function findQuoteBasis(db: Db, surveyId: string) {
  const { rows } = await sql<{
    organisationId: string
    rewardUsd: number
    screenOutPoints: number
    statedMinutes: number
    measuredSeconds: number | null
    version: number
    isOrdered: boolean
  }>`
    select c.organisation_id, s.reward_usd, s.screen_out_points, s.duration_minutes as stated_minutes,
      m.complete_seconds as measured_seconds,
      coalesce((select max(version) from client_quote q where q.survey_id = c.survey_id), 0) as version,
      exists (select from client_order o where o.survey_id = c.survey_id) as is_ordered
    from client_survey c join survey s using (survey_id) left join survey_measure m using (survey_id)
    where c.survey_id = ${surveyId}
  `.execute(db)
  return rows[0]
}

type NewQuote = Omit<
  Insertable<Database['clientQuote']>,
  'quoteId' | 'createdAt' | 'expiresAt' | 'acceptedAt' | 'acceptedBy' | 'withdrawnAt' | 'withdrawnBy'
>

/** Store a quote that can be accepted for this many days. The caller has locked the client's account. */
export async function insertQuote(trx: Trx, { days, ...quote }: NewQuote & { days: number }) {
  const { quoteId } = await trx
    .insertInto('clientQuote')
    .values({
      ...quote,
      expiresAt: sql<Date>`statement_timestamp() + make_interval(days => ${days})`,
    })
    .returning('quoteId')
    .executeTakeFirstOrThrow()
  return quoteId
}

const isNewest = sql<boolean>`not exists (select from client_quote n where n.survey_id = q.survey_id and n.version > q.version)`
const isUnordered = sql<boolean>`not exists (select from client_order o where o.survey_id = q.survey_id)`

type QuoteState = 'open' | 'accepted' | 'withdrawn' | 'outdated' | 'expired'

function quotesQuery(db: Db) {
  return db
    .selectFrom('clientQuote as q')
    .leftJoin('clientUser as u', 'u.userId', 'q.acceptedBy')
    .select([
      'q.quoteId as id',
      'q.version',
      'q.completes',
      'q.priceCents',
      'q.totalCents',
      'q.createdAt',
      'q.expiresAt',
      sql<QuoteState>`case
        when q.accepted_at is not null then 'accepted' when q.withdrawn_at is not null then 'withdrawn'
        when not (${isNewest} and ${isUnordered}) then 'outdated' when q.expires_at <= now() then 'expired' else 'open'
      end`.as('state'),
      'q.acceptedAt',
      'u.name as acceptedBy',
      countEarlier(sql`q.survey_id`).as('earlierCompletes'),
    ])
}

/** List the quotes of a survey as its client sees them, newest first. */
export function listSurveyQuotes(db: Db, surveyId: string) {
  return quotesQuery(db).where('q.surveyId', '=', surveyId).orderBy('q.version', 'desc').limit(100).execute()
}

function staffQuotesQuery(db: Db) {
  return quotesQuery(db)
    .innerJoin('survey as s', 's.surveyId', 'q.surveyId')
    .select([
      'q.surveyId',
      's.title',
      'q.incidencePercent',
      'q.minutes',
      'q.isMeasured',
      'q.rewardCents',
      'q.screenOutCents',
      'q.minuteCents',
      'q.marginPercent',
      'q.setupCents',
      'q.createdBy',
      'q.approvedBy',
      'q.withdrawnAt',
      'q.withdrawnBy',
    ])
}

/** List an organisation's quotes with all their figures, newest first. */
export function listClientQuotes(db: Db, organisationId: string) {
  return staffQuotesQuery(db)
    .where('q.organisationId', '=', organisationId)
    .orderBy('q.createdAt', 'desc')
    .orderBy('q.quoteId')
    .limit(100)
    .execute()
}

export const getClientQuote = (db: Db, quoteId: string) =>
  staffQuotesQuery(db).where('q.quoteId', '=', quoteId).executeTakeFirstOrThrow()

export function findQuoteOwner(db: Db, quoteId: string) {
  return db
    .selectFrom('clientQuote')
    .select(['organisationId', 'surveyId', 'version'])
    .where('quoteId', '=', quoteId)
    .executeTakeFirst()
}

/** Mark a quote as accepted if it still can be. The caller has locked the client's account. */
export function markQuoteAccepted(
  trx: Trx,
  { surveyId, version, userId }: { surveyId: string; version: number; userId: string },
) {
  const now = sql<Date>`statement_timestamp()`
  return trx
    .updateTable('clientQuote as q')
    .set({ acceptedAt: now, acceptedBy: userId })
    .where('q.surveyId', '=', surveyId)
    .where('q.version', '=', version)
    .where('q.acceptedAt', 'is', null)
    .where('q.withdrawnAt', 'is', null)
    .where('q.expiresAt', '>', now)
    .where(isNewest)
    .where(isUnordered)
    .returning(['q.quoteId', 'q.priceCents', 'q.totalCents', 'q.approvedBy'])
    .executeTakeFirst()
}

/** Mark a quote as withdrawn if nobody accepted or withdrew it. Returns whether it was. */
export async function markQuoteWithdrawn(trx: Trx, { quoteId, by }: { quoteId: string; by: string }) {
  const { numUpdatedRows } = await trx
    .updateTable('clientQuote')
    .set({ withdrawnAt: sql<Date>`statement_timestamp()`, withdrawnBy: by })
    .where('quoteId', '=', quoteId)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Count a survey's answers that were charged, and the disputes about them. Credited ones count as both. */
export async function countDisputes(db: Db, surveyId: string) {
  const { rows } = await sql<{ accepted: number; disputed: number }>`
    select (select count(*) from client_place p where p.survey_id = ${surveyId} and p.is_charged)
      + count(*) filter (where state = 'credited') as accepted, count(*) as disputed
    from client_dispute where survey_id = ${surveyId}
  `.execute(db)
  return rows[0] ?? { accepted: 0, disputed: 0 }
}

/** The member whose answer of a survey has this pseudonym, if its client pays for it. */
const chargedMember = (surveyId: string, respondent: string) => sql`
  select p.member_id from client_place p join survey_attempt a on a.member_id = p.member_id and a.survey_id = p.survey_id
  where p.survey_id = ${surveyId} and p.is_charged and ${respondentOf(surveyId, sql`a.attempt_id`)} = ${respondent}
`

/** Whether a pseudonym is in the file of a survey: of nobody else's, and of nothing that was never charged. */
export async function isRespondentCharged(db: Db, surveyId: string, respondent: string): Promise<boolean> {
  const { rows } = await sql`${chargedMember(surveyId, respondent)}`.execute(db)
  return rows.length > 0
}

type NewDispute = { surveyId: string; respondent: string; reason: string; disputedBy: string }

/** Undefined: the respondent was disputed before. */
export async function insertDispute(trx: Trx, dispute: NewDispute): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('clientDispute')
    .values(dispute)
    .onConflict((conflict) => conflict.columns(['surveyId', 'respondent']).doNothing())
    .returning('disputeId')
    .executeTakeFirst()
  return inserted?.disputeId
}

function disputesQuery(db: Db) {
  return db
    .selectFrom('clientDispute as d')
    .innerJoin('clientUser as u', 'u.userId', 'd.disputedBy')
    .select([
      'd.disputeId as id',
      'd.respondent',
      'd.reason',
      'u.name as disputedBy',
      'd.disputedAt',
      'd.state',
      'd.answer',
      'd.decidedAt',
    ])
}

/** List the disputes of a survey as its client sees them, newest first. */
export function listSurveyDisputes(db: Db, surveyId: string) {
  return disputesQuery(db)
    .where('d.surveyId', '=', surveyId)
    .orderBy('d.disputedAt', 'desc')
    .orderBy('d.disputeId')
    .limit(1000)
    .execute()
}

function staffDisputesQuery(db: Db) {
  return disputesQuery(db)
    .innerJoin('survey as s', 's.surveyId', 'd.surveyId')
    .innerJoin('clientOrder as o', 'o.surveyId', 'd.surveyId')
    .select(['d.surveyId', 's.title', 'o.priceCents', 'd.decidedBy'])
}

/** List an organisation's disputes: open ones first, then the newest. */
export function listClientDisputes(db: Db, organisationId: string) {
  return staffDisputesQuery(db)
    .where('o.organisationId', '=', organisationId)
    .orderBy(sql`d.state <> 'open'`)
    .orderBy('d.disputedAt', 'desc')
    .orderBy('d.disputeId')
    .limit(100)
    .execute()
}

export const getClientDispute = (db: Db, disputeId: string) =>
  staffDisputesQuery(db).where('d.disputeId', '=', disputeId).executeTakeFirstOrThrow()

/** Find a dispute, and serialise decisions about it until the transaction ends. */
export function lockDispute(trx: Trx, disputeId: string) {
  return trx
    .selectFrom('clientDispute')
    .select(['surveyId', 'respondent', 'state'])
    .where('disputeId', '=', disputeId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Whether the person behind one of these actors made or changed a survey, or decided about this respondent's answer.
 */
export async function hadPartIn(trx: Trx, { surveyId, respondent, actors }: Part): Promise<boolean> {
  const people = sql`array[${sql.join(actors.map(personOf))}]::uuid[]`
  const { rows } = await sql`
    select 1 from audit_entry where subject = 'survey:' || ${surveyId} and action = any(${OWN_ACTIONS}::text[]) and person_id = any(${people})
    union all
    select 1 from audit_entry where person_id = any(${people}) and subject in (
      select 'survey-review:' || r.review_id from survey_review r
      where r.survey_id = ${surveyId} and r.member_id in (${chargedMember(surveyId, respondent)})
    )
    limit 1
  `.execute(trx)
  return rows.length > 0
}

type Part = { surveyId: string; respondent: string; actors: readonly string[] }

/** What makes a survey somebody's own. */
const OWN_ACTIONS = [
  'create-survey',
  'update-survey',
  'save-questionnaire',
  'publish-questionnaire',
  'save-eligibility',
  'save-quotas',
]

type Decision = { disputeId: string; state: 'rejected' | 'credited'; answer: string; decidedBy: string }

/** Store a decision about a dispute, which the caller has locked. */
export function decideDispute(trx: Trx, { disputeId, ...decision }: Decision) {
  return trx
    .updateTable('clientDispute')
    .set({ ...decision, decidedAt: sql<Date>`statement_timestamp()` })
    .where('disputeId', '=', disputeId)
    .execute()
}

/**
 * Give back the place of a respondent, of the budget as a step that a job adds up, and in the cell. It never takes room again, and leaves
 * the file. Returns whether the place was charged: a second time it is not.
 */
export async function creditPlace(trx: Trx, surveyId: string, respondent: string): Promise<boolean> {
  const { rows } = await sql<{ memberId: string }>`
    with returned as (
      update client_place set is_open = false, is_charged = false
      where survey_id = ${surveyId} and is_charged and member_id in (${chargedMember(surveyId, respondent)})
      returning order_id, member_id
    ), step as (
      insert into client_step (order_id, completes, places) select order_id, -1, -1 from returned
    )
    select member_id from returned
  `.execute(trx)
  for (const { memberId } of rows) await openCell(trx, { memberId, surveyId })
  return rows.length > 0
}
