import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

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
export async function insertQuote(
  trx: Trx,
  { days, ...quote }: NewQuote & { days: number },
): Promise<string> {
  const { quoteId } = await trx
    .insertInto('clientQuote')
    .values({
      ...quote,
      expiresAt: sql<Date>`clock_timestamp() + make_interval(days => ${days})`,
      acceptedAt: null,
      acceptedBy: null,
      withdrawnAt: null,
      withdrawnBy: null,
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

/** Find whose a quote is. */
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
  const now = sql<Date>`clock_timestamp()`
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
export async function markQuoteWithdrawn(
  trx: Trx,
  { quoteId, by }: { quoteId: string; by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('clientQuote')
    .set({ withdrawnAt: sql<Date>`clock_timestamp()`, withdrawnBy: by })
    .where('quoteId', '=', quoteId)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
