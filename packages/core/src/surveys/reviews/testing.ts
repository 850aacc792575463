import type { Db } from '@chuma/db/client'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { givenMember, setRows } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { fourQuestions, givenSurvey, goodAnswers } from '../testing.ts'

/** Fails its attention check, and is answered without being opened. */
export const heldAnswers = { ...goodAnswers, '1': 'Bank' } as const

/** A survey of $5 whose first question names its right answer. */
export const givenCheckedSurvey = (db: Db, title = 'Saving') =>
  givenSurvey(db, {
    title,
    country: 'Global',
    questions: fourQuestions.map((question) =>
      question.id === 1 ? { ...question, expected: 'SACCO' } : question,
    ),
  })

/** A member whose reward for a survey is held. */
export async function givenHeld(deps: Deps) {
  const member = await givenMember(deps.db)
  return { member, memberId: member.memberId, ...(await answerHeld(deps, member)) }
}

/** Answer a survey so that its reward is held. */
export async function answerHeld(deps: Deps, member: SignedInMember) {
  const surveyId = await givenCheckedSurvey(deps.db)
  await completeSurvey(deps, member, { surveyId, answers: heldAnswers })
  return { surveyId, ...(await readReview(deps.db, { memberId: member.memberId, surveyId })) }
}

/** A member who was paid for a survey that was never opened. */
export async function givenDoubtful(deps: Deps) {
  const member = await givenMember(deps.db)
  const surveyId = await givenSurvey(deps.db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  const { memberId } = member
  return { member, memberId, surveyId, ...(await readReview(deps.db, { memberId, surveyId })) }
}

async function readReview(db: Db, { memberId, surveyId }: { memberId: string; surveyId: string }) {
  return db
    .selectFrom('surveyReview')
    .innerJoin('surveyAttempt as attempt', (join) =>
      join
        .onRef('attempt.memberId', '=', 'surveyReview.memberId')
        .onRef('attempt.surveyId', '=', 'surveyReview.surveyId'),
    )
    .select(['reviewId as id', 'attempt.attemptId'])
    .where('surveyReview.memberId', '=', memberId)
    .where('surveyReview.surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
}

/** End the time for a member's reviews. */
export const passReviewTime = (db: Db, memberId: string) =>
  setRows(db, 'surveyReview', { memberId }, { until: new Date(0) })
