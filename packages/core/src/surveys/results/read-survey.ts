import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { Respondents } from '@chuma/db/queries/surveys/survey-results'
import { AppError, invalidField } from '../../app-error.ts'
import { questionsOf } from '../questions-of.ts'

type Filter = {
  id: string
  from?: string | undefined
  to?: string | undefined
  quality: 'accepted' | 'all'
  who?: string | undefined
}

/** Load a survey's questions and title. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE if it asks nothing itself */
export async function readSurvey(
  db: Db,
  { id }: { id: string },
): Promise<{ title: string; questions: SurveyQuestion[] }> {
  const offer = await findOffer(db, id)
  if (!offer) throw new AppError('SURVEY_NOT_FOUND')
  const questions = questionsOf(offer)
  if (questions.length === 0) throw new AppError('RESULTS_ELSEWHERE')
  return { title: offer.title, questions }
}

/** @throws AppError INVALID_INPUT that names the field, if the survey does not ask this question or cannot count its answers */
export function requireQuestion(
  questions: readonly SurveyQuestion[],
  { id, field, isOpen = false }: { id: number; field: string; isOpen?: boolean },
): SurveyQuestion {
  const question = questions.find((one) => one.id === id)
  if (!question || (question.type === 'text') !== isOpen) throw invalidField(field, 'SURVEY_QUESTION_UNKNOWN')
  return question
}

export function toRespondents(questions: readonly SurveyQuestion[], filter: Filter): Respondents {
  const { id: surveyId, from, to, quality, who } = filter
  const [, number = '', answer = ''] = /^(\d+)=([\s\S]*)$/.exec(who ?? '') ?? []
  if (who !== undefined) requireQuestion(questions, { id: Number(number), field: 'who' })
  return {
    surveyId,
    from,
    to,
    quality,
    who: who === undefined ? undefined : { questionId: Number(number), answer },
  }
}

/** The answers that a question offers, in its order, and after them those given to an earlier wording. */
export function listAnswersOf({ type, options }: SurveyQuestion, given: Iterable<string>): string[] {
  const offered =
    type === 'multiple-choice'
      ? options.map((option) => option.trim().normalize('NFC'))
      : type === 'rating'
        ? ['1', '2', '3', '4', '5']
        : ['yes', 'no']
  return [...new Set([...offered, ...given])]
}
