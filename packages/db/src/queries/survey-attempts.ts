import type { AnswerValue, SurveyQuestion } from '@chuma/contract/surveys'
import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'

type AttemptRef = { memberId: string; surveyId: string }

/**
 * Puts everything that happens to this attempt in a line until the transaction ends. Only of a survey that our own
 * questions finish: what a partner has to confirm must never be opened by the browser's word.
 */
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
      'attempt.startedAt as createdAt',
      'survey.title',
    ])
    .where('attempt.memberId', '=', memberId)
    .where('attempt.surveyId', '=', surveyId)
    .where('survey.kind', '=', 'questions')
    .forUpdate('attempt')
    .executeTakeFirst()
}

/** Inserts nothing when the member has an attempt already: then that one counts. */
export function insertAttemptIfNone(
  trx: Trx,
  { questions, ...row }: AttemptRef & { rewardPoints: number; questions: SurveyQuestion[] },
) {
  return trx
    .insertInto('surveyAttempt')
    .values({ ...row, questions: JSON.stringify(questions) })
    .onConflict((conflict) => conflict.columns(['memberId', 'surveyId']).doNothing())
    .execute()
}

export function findAttempt(db: Db, { memberId, attemptId }: { memberId: string; attemptId: string }) {
  return db
    .selectFrom('surveyAttempt')
    .select('surveyId')
    .where('memberId', '=', memberId)
    .where('attemptId', '=', attemptId)
    .executeTakeFirst()
}

/** Newest first. `reward` is in points, as promised at the start. */
export function listUserSurveys(db: Db, memberId: string) {
  return db
    .selectFrom('surveyAttempt as attempt')
    .innerJoin('survey', 'survey.surveyId', 'attempt.surveyId')
    .select([
      'attempt.attemptId as id',
      'attempt.surveyId',
      'attempt.status',
      'survey.title',
      'attempt.rewardPoints as reward',
      'attempt.startedAt as createdAt',
    ])
    .where('attempt.memberId', '=', memberId)
    .orderBy('attempt.startedAt', 'desc')
    .orderBy('attempt.attemptId')
    .limit(200)
    .execute()
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

/** The newest answer to a question replaces the one before. */
export async function upsertAnswers(
  trx: Trx,
  { memberId, surveyId }: AttemptRef,
  answers: ReadonlyMap<number, AnswerValue>,
) {
  if (answers.size === 0) return
  await trx
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
        answeredAt: sql<Date>`now()`,
      })),
    )
    .execute()
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

export function markCompleted(
  trx: Trx,
  { memberId, surveyId, claimedCompletedAt }: AttemptRef & { claimedCompletedAt: Date | null },
) {
  return trx
    .updateTable('surveyAttempt')
    .set({ status: 'completed', completedAt: sql<Date>`now()`, claimedCompletedAt })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .execute()
}
