import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { surveyReviewDetail } from '@chuma/contract/surveys/reviews'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { getAskedQuestions, getReview as readReview } from '@chuma/db/queries/surveys/review-desk'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { findReviewRef, type ReviewRef } from '@chuma/db/queries/surveys/survey-reviews'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { describeAsked, readProgress } from '../questionnaire/read-progress.ts'
import { wordAnswer } from './word-answer.ts'

/** Load everything that helps to decide about a survey's answers. @throws AppError NOT_FOUND */
export async function getReview(
  { db }: Deps,
  { id }: { id: string },
): Promise<Answer<typeof surveyReviewDetail>> {
  const ref = await findReviewRef(db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  const [review, { questions, version }] = await Promise.all([
    readReview(db, ref),
    getAskedQuestions(db, ref),
  ])
  const given = await readAnswers(db, { ...ref, version })
  const answers = questions.map((asked) => {
    const { id, type, question, expected } = asked
    return { id, type, question, answer: wordAnswer(asked, given.get(id)), expected: expected ?? null }
  })
  return { ...review, answers }
}

/** With the words of single choices, which a questionnaire's answers store as codes. */
async function readAnswers(
  db: Db,
  { version, ...ref }: ReviewRef & { version: number | null },
): Promise<Map<number, AnswerValue>> {
  if (version === null) {
    const kept = await listAnswers(db, ref)
    return new Map(kept.map(({ questionId, answer }) => [questionId, answer]))
  }
  const { follow, saved } = await readProgress(db, { ...ref, version })
  return describeAsked(follow(saved)).answers
}
