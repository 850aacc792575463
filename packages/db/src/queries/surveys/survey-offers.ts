import type { AnswerQuality } from '@chuma/contract/surveys/answer-quality'
import type { PlainQuestion } from '@chuma/contract/surveys/surveys'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { countsOf } from '../counts.ts'
import { announce } from '../listen.ts'

export type StoredOffer = {
  title: string
  description: string
  rewardUsd: number
  durationMinutes: number
  category: string
  country: string
  kind: 'questions' | 'external' | 'instant'
  externalUrl: string | null
  questions: PlainQuestion[] | null
  adminNotes: string
  series: string
  isActive: boolean
  partnerId: string | null
  quota: number | null
  startsAt: Date | null
  endsAt: Date | null
  screenOutPoints: number
  answerQuality: AnswerQuality | null
}

const clickCount = sql<number>`coalesce(count.clicks, 0)`
const completionRate = sql<number>`
  case when count.started > 0 then round(100.0 * count.completed / count.started, 2) else 0 end
`

/** Every offer with its counts, retired ones included. */
function withCounts(db: Db) {
  return db.selectFrom('survey').leftJoin(countsOf('survey').as('count'), 'count.surveyId', 'survey.surveyId')
}

function selectOffers(db: Db) {
  return withCounts(db)
    .select([
      'survey.surveyId as id',
      'survey.title',
      'survey.description',
      'survey.rewardUsd as reward',
      'survey.durationMinutes as duration',
      'survey.category',
      'survey.country',
      sql<string>`coalesce(survey.external_url, '')`.as('externalUrl'),
      'survey.adminNotes',
      'survey.series',
      'survey.isActive',
      clickCount.as('clickCount'),
      sql<number>`coalesce(count.started, 0)`.as('startCount'),
      sql<number>`coalesce(count.completed, 0)`.as('completionCount'),
      completionRate.as('completionRate'),
      'survey.kind',
      sql<number | null>`nullif(jsonb_array_length(survey.questions), 0)`.as('questionCount'),
      'survey.partnerId',
      'survey.quota',
      'survey.takenCount',
      'survey.screenOutPoints',
      'survey.startsAt',
      'survey.endsAt',
      'survey.createdAt',
      'survey.version',
    ])
    .where('survey.retiredAt', 'is', null)
}

type Filter = {
  search?: string | undefined
  status?: 'active' | 'inactive' | undefined
  category?: string | undefined
}
type Sort = 'newest' | 'title' | 'payout' | 'clicks' | 'completion'
type Page = Filter & { sort: Sort; after?: string | undefined; limit: number }

const SORTS: Record<Sort, { key: RawBuilder<unknown>; isDescending: boolean }> = {
  newest: { key: sql`survey.created_at`, isDescending: true },
  title: { key: sql`lower(survey.title)`, isDescending: false },
  payout: { key: sql`survey.reward_usd`, isDescending: true },
  clicks: { key: clickCount, isDescending: true },
  completion: { key: completionRate, isDescending: true },
}

const literal = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** List offers that are not deleted. There are thousands at most: what grows with members is read from kept counts. */
export function listOffers(db: Db, { search, status, category, sort, after, limit }: Page) {
  const { key, isDescending } = SORTS[sort]
  const direction = isDescending ? 'desc' : 'asc'
  const place = withCounts(db)
    .select([key.as('key'), 'survey.surveyId'])
    .where('survey.surveyId', '=', after ?? null)
  return selectOffers(db)
    .$if(status !== undefined, (query) => query.where('survey.isActive', '=', status === 'active'))
    .$if(category !== undefined, (query) =>
      query.where('survey.category', '=', category === 'none' ? '' : (category ?? '')),
    )
    .$if(search !== undefined && search.trim() !== '', (query) =>
      query.where(
        sql<boolean>`concat_ws(' ', survey.title, survey.country, survey.admin_notes) ilike ${literal(search?.trim() ?? '')}`,
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${key}, survey.survey_id) ${isDescending ? sql`<` : sql`>`} ${place}`),
    )
    .orderBy(key, direction)
    .orderBy('survey.surveyId', direction)
    .limit(limit)
    .execute()
}

/** Read an offer with its questions; undefined for a deleted one. */
export function findOffer(db: Db, surveyId: string) {
  return selectOffers(db)
    .select(['survey.questions', 'survey.answerQuality'])
    .where('survey.surveyId', '=', surveyId)
    .executeTakeFirst()
}

/** Read the lists of questions that edits replaced, oldest first. */
export async function listEarlierQuestions(db: Db, surveyId: string): Promise<PlainQuestion[][]> {
  const found = await db
    .selectFrom('survey')
    .select('earlierQuestions')
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
  return found?.earlierQuestions ?? []
}

export async function getOfferTotals(db: Db) {
  return withCounts(db)
    .select([
      sql<number>`count(*)`.as('totalOffers'),
      sql<number>`count(*) filter (where survey.is_active)`.as('activeOffers'),
      sql<number>`coalesce(sum(count.clicks), 0)::bigint`.as('totalClicks'),
      sql<number>`coalesce(round(avg(${completionRate}), 4), 0)`.as('averageCompletion'),
    ])
    .where('survey.retiredAt', 'is', null)
    .executeTakeFirstOrThrow()
}

/** An attempt in one of these states takes a place: being screened out, or expiring, gives it back, as do answers that wait or were rejected. */
const TAKEN = ['started', 'in_progress', 'completed'] as const

/**
 * Who left one of our surveys takes no place after a day. They may still complete it: what was promised is paid. Partners report later.
 */
const isUnderWay = sql<boolean>`(a.status = 'completed' or a.started_at > now() - interval '1 day' or exists (
  select from survey k where k.survey_id = a.survey_id and k.kind = 'external'
))`

const isAcceptable = sql<boolean>`not exists (
  select from survey_review r where r.member_id = a.member_id and r.survey_id = a.survey_id and r.state in ('held', 'rejected', 'appealed')
)`

const storedColumns = [
  'surveyId',
  'title',
  'description',
  'rewardUsd',
  'durationMinutes',
  'category',
  'country',
  'kind',
  'externalUrl',
  'questions',
  'adminNotes',
  'series',
  'isActive',
  'partnerId',
  'quota',
  'startsAt',
  'endsAt',
  'screenOutPoints',
  'answerQuality',
  'version',
] as const

/** List offers as stored, newest first, for a CSV of offers. */
export function listStoredOffers(db: Db, limit: number) {
  return db
    .selectFrom('survey')
    .select(storedColumns)
    .where('retiredAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('surveyId')
    .limit(limit)
    .execute()
}

/** Serialise changes of this offer, until the transaction ends. Members who start it do not wait. */
export function lockOffer(trx: Trx, surveyId: string) {
  return trx
    .selectFrom('survey')
    .select(storedColumns)
    .where('surveyId', '=', surveyId)
    .where('retiredAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Find an offer that is not deleted and has this title, in any case. */
export function findOfferByTitle(db: Db, title: string) {
  return db
    .selectFrom('survey')
    .select('surveyId')
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
}

const toRow = ({ questions, answerQuality, ...offer }: StoredOffer) => ({
  ...offer,
  questions: questions && JSON.stringify(questions),
  answerQuality: answerQuality && JSON.stringify(answerQuality),
})

/** Those of the quota that are taken, by attempts that are open or completed. */
export async function countTakenPlaces(db: Db, surveyId: string): Promise<number> {
  const { taken } = await db
    .selectFrom('surveyAttempt as a')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('surveyId', '=', surveyId)
    .where('status', 'in', TAKEN)
    .where(isAcceptable)
    .where(isUnderWay)
    .executeTakeFirstOrThrow()
  return taken
}

export function setTakenPlaces(trx: Trx, surveyId: string, takenCount: number) {
  return trx.updateTable('survey').set({ takenCount }).where('surveyId', '=', surveyId).execute()
}

/** Show one more place where an attempt ended. Exact again when the next member starts, or places are counted. */
export function freePlace(trx: Trx, surveyId: string) {
  return trx
    .updateTable('survey')
    .set({ takenCount: sql<number>`greatest(taken_count - 1, 0)` })
    .where('surveyId', '=', surveyId)
    .where('quota', 'is not', null)
    .execute()
}

/** Count the taken places of every survey with a quota that is open. */
export async function countPlaces(db: Db): Promise<void> {
  const { rows } = await sql<{ surveyId: string; taken: number }>`
    select s.survey_id, count(a.survey_id)::int as taken
    from survey s left join survey_attempt a on a.survey_id = s.survey_id and a.status = any(${TAKEN}::text[]) and ${isAcceptable} and ${isUnderWay}
    where s.quota is not null and s.is_active group by s.survey_id, s.taken_count having count(a.survey_id) <> s.taken_count
  `.execute(db)
  for (const { surveyId, taken } of rows)
    await db.transaction().execute((trx) => setTakenPlaces(trx, surveyId, taken))
}

export async function insertOffer(trx: Trx, offer: StoredOffer): Promise<string> {
  await announce(trx, 'survey_change')
  const { surveyId } = await trx
    .insertInto('survey')
    .values(toRow(offer))
    .returning('surveyId')
    .executeTakeFirstOrThrow()
  return surveyId
}

export async function updateOffer(trx: Trx, surveyId: string, offer: StoredOffer): Promise<void> {
  await announce(trx, 'survey_change')
  await trx
    .updateTable('survey')
    .set((eb) => ({
      ...toRow(offer),
      earlierQuestions: keptQuestions(offer.questions),
      version: eb('version', '+', 1),
    }))
    .where('surveyId', '=', surveyId)
    .execute()
}

/** The replaced lists, with the present one if it is replaced now. */
const keptQuestions = (questions: StoredOffer['questions']) => sql<string>`
  case when questions is distinct from ${questions && JSON.stringify(questions)}::jsonb and questions is not null
    then earlier_questions || jsonb_build_array(questions) else earlier_questions end`

/** Retire an offer: it disappears from every list, what members did stays readable, and started attempts may be finished. */
export async function retireOffer(trx: Trx, surveyId: string): Promise<void> {
  await announce(trx, 'survey_change')
  await trx
    .updateTable('survey')
    .set((eb) => ({ retiredAt: sql<Date>`now()`, isActive: false, version: eb('version', '+', 1) }))
    .where('surveyId', '=', surveyId)
    .execute()
}
