import { type Answer, FIRST_PAGE, type Page } from '@chuma/contract/fields'
import type { QualityFlag } from '@chuma/contract/surveys/answer-quality'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Device } from '@chuma/contract/surveys/results'
import type { SurveyQuestion, userSurvey } from '@chuma/contract/surveys/surveys'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { SurveyDelivery } from '../../schema.gen.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'
import { type Reward, rewardChanges } from '../wallet/wallet.ts'
import { writeTogether } from '../write-together.ts'
import type { Respondents } from './respondents.ts'
import { isReturned, type NewReview, reviewInsert } from './survey-reviews.ts'
import { traitsInsert } from './surveys.ts'

type AttemptRef = { memberId: string; surveyId: string }

/** Store what a member thinks of a survey, in place of what they thought before. False unless they have completed it. */
export async function rateAttempt(
  db: Db,
  { memberId, surveyId }: AttemptRef,
  rating: number,
): Promise<boolean> {
  const rated = await db
    .updateTable('surveyAttempt')
    .set({ rating, ratedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('status', '=', 'completed')
    .executeTakeFirst()
  return rated.numUpdatedRows > 0n
}

/** Serialise everything that happens to this attempt, until the transaction ends. */
export function lockAttempt(trx: Trx, { memberId, surveyId }: AttemptRef) {
  return trx
    .selectFrom('surveyAttempt as attempt')
    .innerJoin('survey', 'survey.surveyId', 'attempt.surveyId')
    .select([
      'attempt.attemptId as id',
      'attempt.surveyId',
      'attempt.status',
      'attempt.rewardPoints as reward',
      'attempt.questions',
      'attempt.questionnaireVersion',
      'attempt.screenOutPoints',
      'attempt.startedAt as createdAt',
      'attempt.screenOutReason',
      'survey.title',
      'survey.kind',
      'survey.externalUrl',
      'survey.partnerId',
      sql<number>`extract(epoch from clock_timestamp() - attempt.started_at)`.as('openForSeconds'),
      // Quotas are fixed once somebody has begun.
      sql<boolean>`exists (select from survey_quota q where q.survey_id = attempt.survey_id)`.as('hasQuotas'),
      sql<boolean>`exists (
        select from client_place p where p.member_id = ${memberId}::uuid and p.survey_id = ${surveyId}::uuid
      )`.as('hasClientPlace'),
    ])
    .where('attempt.memberId', '=', memberId)
    .where('attempt.surveyId', '=', surveyId)
    .forUpdate('attempt')
    .executeTakeFirst()
}

type NewAttempt = AttemptRef & {
  rewardPoints: number
  questions: SurveyQuestion[]
  questionnaireVersion?: number | null
  screenOutPoints?: number
  device?: Device | null
  status?: 'started' | 'in_progress'
}

/** Inserts and returns nothing when the member already has an attempt, which then counts. A new one is locked. */
export function insertAttemptIfNone(trx: Trx, { questions, ...row }: NewAttempt) {
  return trx
    .insertInto('surveyAttempt')
    .values({ ...row, questions: JSON.stringify(questions) })
    .onConflict((conflict) => conflict.columns(['memberId', 'surveyId']).doNothing())
    .returning(['attemptId as id', 'startedAt as createdAt'])
    .executeTakeFirst()
}

/**
 * Whether those who begin take places in cells, and places that a client pays for. Read after the attempt was inserted, which waits for
 * staff who save either.
 */
export async function findPlacesToTake(trx: Trx, surveyId: string) {
  const { rows } = await sql<{ hasQuotas: boolean; hasOrder: boolean }>`
    select exists (select from survey_quota where survey_id = ${surveyId}) as has_quotas,
      exists (select from client_order where survey_id = ${surveyId}) as has_order
  `.execute(trx)
  const [found] = rows
  if (!found) throw new Error('no row from a query that always has one')
  return found
}

export function findAttempt(db: Db, { memberId, attemptId }: { memberId: string; attemptId: string }) {
  return db
    .selectFrom('surveyAttempt')
    .select('surveyId')
    .where('memberId', '=', memberId)
    .where('attemptId', '=', attemptId)
    .executeTakeFirst()
}

/** Each with its review, which a doubt about a paid survey is none of: the withdrawal that it delays says so. */
function selectUserSurveys(db: Db, memberId: string) {
  return db
    .with('credited', (query) =>
      query
        .selectFrom('clientDispute')
        .select(['surveyId', 'respondent', 'decidedAt'])
        .where('state', '=', 'credited')
        .where('surveyId', 'in', (tried) =>
          tried.selectFrom('surveyAttempt').select('surveyAttempt.surveyId').where('memberId', '=', memberId),
        ),
    )
    .selectFrom('surveyAttempt as attempt')
    .innerJoin('survey', 'survey.surveyId', 'attempt.surveyId')
    .leftJoin('surveyReview as review', (join) =>
      join
        .onRef('review.memberId', '=', 'attempt.memberId')
        .onRef('review.surveyId', '=', 'attempt.surveyId')
        .on('review.state', '<>', 'doubtful'),
    )
    .select([
      'attempt.attemptId as id',
      'attempt.surveyId',
      'attempt.status',
      'survey.title',
      'attempt.rewardPoints as reward',
      'attempt.startedAt as createdAt',
      'survey.kind',
      'attempt.screenOutReason',
      'review.state as reviewState',
      'review.until',
      'review.keepReason',
      'review.reason',
      sql<QualityFlag[] | null>`case when review.state in ('rejected', 'appealed') then review.flags end`.as(
        'flags',
      ),
      isReturned.as('isReturned'),
      'review.appeal',
      'review.appealAnswer',
      deliveriesOf(memberId).as('deliveries'),
    ])
    .where('attempt.memberId', '=', memberId)
}

type UserSurveyRow = Awaited<ReturnType<ReturnType<typeof selectUserSurveys>['executeTakeFirstOrThrow']>>

function describeUserSurvey(row: UserSurveyRow): Answer<typeof userSurvey> {
  const {
    reviewState: state,
    until,
    keepReason,
    reason,
    flags,
    isReturned,
    appeal,
    appealAnswer,
    ...survey
  } = row
  const isReviewed = state !== null && state !== 'doubtful' && until !== null
  return {
    ...survey,
    review: isReviewed
      ? { state, until, keepReason, reason, flags: flags ?? [], isReturned, appeal, appealAnswer }
      : null,
  }
}

/** Read one attempt as its member sees it. */
export async function getUserSurvey(
  db: Db,
  { memberId, attemptId }: { memberId: string; attemptId: string },
): Promise<Answer<typeof userSurvey>> {
  const row = await selectUserSurveys(db, memberId)
    .where('attempt.attemptId', '=', attemptId)
    .executeTakeFirstOrThrow()
  return describeUserSurvey(row)
}

/** List newest first. `reward` is in points, as promised at the start. */
export async function listUserSurveys(db: Db, memberId: string, { after, limit }: Page = FIRST_PAGE) {
  const rows = await selectUserSurveys(db, memberId)
    .$call(
      pageOf({
        table: 'surveyAttempt',
        as: 'attempt',
        by: ['startedAt', 'attemptId'],
        memberId,
        after,
        limit,
      }),
    )
    .execute()
  return rows.map(describeUserSurvey)
}

export function listAnswers(db: Db, { memberId, surveyId }: AttemptRef) {
  return db
    .selectFrom('surveyAnswer')
    .select(['questionId', 'answer'])
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .orderBy('questionId')
    .execute()
}

/** Store answers; the newest answer to a question replaces the previous one. */
export async function upsertAnswers(
  trx: Trx,
  { memberId, surveyId }: AttemptRef,
  answers: ReadonlyMap<number, AnswerValue>,
) {
  if (answers.size > 0) await answersUpsert(trx, { memberId, surveyId }, answers).execute()
}

function answersUpsert(
  trx: Trx,
  { memberId, surveyId }: AttemptRef,
  answers: ReadonlyMap<number, AnswerValue>,
) {
  return trx
    .insertInto('surveyAnswer')
    .values(
      Array.from(answers, ([questionId, answer]) => ({
        memberId,
        surveyId,
        questionId,
        answer: JSON.stringify(answer),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'surveyId', 'questionId']).doUpdateSet((eb) => ({
        answer: eb.ref('excluded.answer'),
        answeredAt: eb.ref('excluded.answeredAt'),
      })),
    )
    .returning('questionId')
}

export function markInProgress(trx: Trx, { memberId, surveyId }: AttemptRef) {
  return trx
    .updateTable('surveyAttempt')
    .set({ status: 'in_progress' })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('status', '=', 'started')
    .execute()
}

type Completion = AttemptRef & {
  claimedCompletedAt: Date | null
  flagReasons: string[]
  /** The questions of a questionnaire that were asked. */
  asked?: SurveyQuestion[]
  /** In which they were answered. */
  language?: string | undefined
  /** To a survey of our own: those that are not stored yet. The caller holds the wallet's lock. */
  answers?: ReadonlyMap<number, AnswerValue>
  /** What is in doubt, although it is paid. */
  review?: NewReview
}

/** Complete an attempt without paying for it here. */
export function markCompleted(trx: Trx, completion: Completion) {
  return writeTogether(trx, completing(trx, completion))
}

/** Complete an attempt and book its reward, in one statement. */
export async function completeAttempt(trx: Trx, completion: Completion, reward: Reward) {
  const earned = await rewardChanges(trx, completing(trx, completion), reward)
  if (!earned) throw new Error(`the attempt of ${completion.memberId} at ${completion.surveyId} vanished`)
  if (completion.review) await announce(trx, 'waiting_change')
  return earned
}

/** The answers come first: those of a completed attempt never change. */
function completing(trx: Trx, { answers, review, ...completion }: Completion) {
  const { memberId, surveyId } = completion
  const changed = completed(trx, completion)
  const hasMore = answers !== undefined && answers.size > 0
  return {
    ...(hasMore && { stored: answersUpsert(trx, { memberId, surveyId }, answers) }),
    ...(answers && { traits: traitsInsert({ memberId, surveyId }) }),
    changed: hasMore ? changed.where(sql<boolean>`(select count(*) from stored) > 0`) : changed,
    ...(review && { review: reviewInsert(trx, review) }),
  }
}

function completed(
  trx: Trx,
  {
    memberId,
    surveyId,
    claimedCompletedAt,
    flagReasons,
    asked,
    language,
  }: Omit<Completion, 'answers' | 'review'>,
) {
  return trx
    .updateTable('surveyAttempt')
    .set({
      status: 'completed',
      completedAt: sql<Date>`now()`,
      endedAt: sql<Date>`now()`,
      claimedCompletedAt,
      flagReasons,
      ...(asked && { questions: JSON.stringify(asked) }),
      ...(language && { language }),
    })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .returning('surveyId')
}

/** Drop saved answers that do not count. Only of an attempt that is open. */
export async function deleteAnswers(
  trx: Trx,
  { memberId, surveyId }: AttemptRef,
  questionIds: readonly number[],
) {
  if (questionIds.length === 0) return
  await trx
    .deleteFrom('surveyAnswer')
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('questionId', 'in', questionIds)
    .execute()
}

/** End unfinished attempts started more than `days` ago, and return those. `hasPlace`: in a cell, or of a client's budget. */
export function expireAttempts(trx: Trx, days: number) {
  return trx
    .updateTable('surveyAttempt as attempt')
    .set({ status: 'expired', endedAt: sql<Date>`now()` })
    .where('status', 'in', ['started', 'in_progress'])
    .where('startedAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .returning(['memberId', 'surveyId'])
    .returning(
      sql<boolean>`exists (
        select from survey_place p where p.member_id = attempt.member_id and p.survey_id = attempt.survey_id
      ) or exists (
        select from client_place p where p.member_id = attempt.member_id and p.survey_id = attempt.survey_id
      )`.as('hasPlace'),
    )
    .execute()
}

type Delivery = {
  asked: Respondents
  recipient: string
  format: Selectable<SurveyDelivery>['format']
  people: number
  deliveredBy: string
}

/** Write down that someone received answers to a survey. */
export async function insertDelivery(trx: Trx, { asked, ...delivery }: Delivery): Promise<void> {
  // Stored under two names, an answer cannot tell whose rows were delivered: everyone is told.
  const who = asked.who && asked.aliases?.[asked.who.questionId] ? undefined : asked.who
  await trx
    .insertInto('surveyDelivery')
    .values({
      ...delivery,
      surveyId: asked.surveyId,
      questionnaireVersion: asked.version === 'all' ? null : asked.version,
      isEveryVersion: asked.version === 'all',
      firstDay: asked.from ?? null,
      lastDay: asked.to ?? null,
      quality: asked.quality,
      questionId: who?.questionId ?? null,
      answer: who?.answer ?? null,
      traits: asked.traits?.flat() ?? null,
      isCharged: asked.isCharged ?? false,
    })
    .execute()
}

/**
 * Who received the answers of a member's `attempt`, the latest time each: in exports after it was completed whose filter let it through. Answers that a
 * review rejected later, or that were credited to a client later, were delivered before.
 */
const deliveriesOf = (memberId: string) => sql<{ recipient: string; deliveredOn: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('recipient', g.recipient, 'deliveredOn', business_day(g.at)) order by g.at desc), '[]')
  from (
    select d.recipient, max(d.delivered_at) as at from survey_delivery d
    where d.survey_id = attempt.survey_id and attempt.status = 'completed' and d.delivered_at >= attempt.completed_at
      and (d.is_every_version or d.questionnaire_version is not distinct from attempt.questionnaire_version)
      and (d.first_day is null or attempt.completed_at >= business_day_start(d.first_day))
      and (d.last_day is null or attempt.completed_at < business_day_start(d.last_day + 1))
      and (d.quality = 'all' or not exists (
        select from survey_review v where v.member_id = ${memberId} and v.survey_id = attempt.survey_id and v.state = 'held'
      ))
      and (d.question_id is null or exists (
        select from survey_answer w where w.member_id = ${memberId} and w.survey_id = attempt.survey_id
          and w.question_id = d.question_id and w.answer #>> '{}' = d.answer
      ))
      and (d.traits is null or not exists (
        -- Of each attribute that was chosen they had one of the codes, or have withdrawn it since.
        select from (select split_part(trait, '=', 1) || '=' as told, array_agg(trait) as words from unnest(d.traits) trait group by 1) chosen
        where not exists (
          select from survey_trait p where p.member_id = ${memberId} and p.survey_id = attempt.survey_id
            and p.traits && (chosen.words || chosen.told)
        )
      ))
      and (not d.is_charged or exists (
        select from client_place p
        where p.member_id = ${memberId} and p.survey_id = attempt.survey_id and p.is_charged
      ) or exists (
        select from credited x
        where x.survey_id = attempt.survey_id and x.respondent = respondent_of(attempt.attempt_id, survey.respondent_key)
          and x.decided_at > d.delivered_at
      ))
    group by d.recipient
  ) g
)`

type ClickPage = { surveyId?: string | undefined; after?: string | undefined; limit: number }

/** List clicks on partners' surveys and links, newest first, of all or of one survey. */
export async function listSurveyClicks(db: Db, { surveyId, after, limit }: ClickPage) {
  const rows = await db
    .selectFrom('click')
    .leftJoin('member', (join) =>
      join.onRef('member.memberId', '=', 'click.memberId').on('member.erasedAt', 'is', null),
    )
    .select([
      'click.clickId as id',
      'click.surveyId',
      'click.taskId as cpaLinkId',
      'click.clickedAt',
      'member.firstName',
      'member.lastName',
      'member.email',
    ])
    .$if(surveyId !== undefined, (query) => query.where('click.surveyId', '=', surveyId ?? null))
    .$call(pageOf({ table: 'click', by: ['clickedAt', 'clickId'], after, limit }))
    .execute()
  return rows.map(({ firstName, lastName, email, ...click }) => ({
    ...click,
    user: firstName !== null && lastName !== null && email !== null ? { firstName, lastName, email } : null,
  }))
}
