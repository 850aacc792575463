import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { surveyReviewDetail } from '@chuma/contract/surveys/reviews'
import type { Answer } from '@chuma/contract/timestamp'
import { getAskedQuestions, getReview as readReview } from '@chuma/db/queries/surveys/review-desk'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { findReviewRef } from '@chuma/db/queries/surveys/survey-reviews'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** Load everything that helps to decide about a survey's answers. @throws AppError NOT_FOUND */
export async function getReview(
  { db }: Deps,
  { id }: { id: string },
): Promise<Answer<typeof surveyReviewDetail>> {
  const ref = await findReviewRef(db, id)
  if (!ref) throw new AppError('NOT_FOUND')
  const [review, { questions }, kept] = await Promise.all([
    readReview(db, ref),
    getAskedQuestions(db, ref),
    listAnswers(db, ref),
  ])
  const given = new Map(kept.map(({ questionId, answer }) => [questionId, answer]))
  const answers = questions.map(({ id, type, question, expected }) => ({
    id,
    type,
    question,
    answer: wordAnswer(given.get(id)),
    expected: expected ?? null,
  }))
  return { ...review, answers }
}

/** Several choices and grids in one line of codes: `tea, coffee` and `price: good; taste: bad`. */
function wordAnswer(answer: AnswerValue | undefined): string | number | null {
  if (typeof answer !== 'object') return answer ?? null
  if ('choices' in answer)
    return [...answer.choices, ...(answer.other ? [`“${answer.other}”`] : [])].join(', ')
  return Object.entries(answer.rows)
    .map(([row, column]) => `${row}: ${column}`)
    .join('; ')
}
