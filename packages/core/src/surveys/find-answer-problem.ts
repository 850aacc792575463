import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type { OfferQuestion } from '@chuma/contract/surveys/survey-offers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { type ReadAnswer, readAnswer } from './read-answer.ts'

const MAX_CHARACTERS = 2000

/** Read an answer to a survey without a questionnaire: as it is stored, and what is wrong with it. */
export function readListAnswer(question: SurveyQuestion, given: GivenAnswer): ReadAnswer {
  const options = question.options.map((option) => ({ code: option.trim().normalize('NFC'), labels: [] }))
  const read = readAnswer({ type: question.type, options }, given)
  return { ...read, problem: read.problem ?? findAnswerProblem(question, read.answer) }
}

/** Null: it is valid. No answer is the empty text. */
function findAnswerProblem(question: SurveyQuestion, answer: AnswerValue): Problem | null {
  if (answer === '') return question.required ? problem('REQUIRED') : null
  if (isAnswer(question, answer)) return null
  return Object.hasOwn(expectedOf, question.type)
    ? expectedOf[question.type as PlainType]
    : problem('INVALID')
}

type PlainType = OfferQuestion['type']

const expectedOf = {
  'multiple-choice': problem('ANSWER_NOT_AN_OPTION'),
  rating: problem('ANSWER_NOT_A_RATING'),
  text: problem('ANSWER_NOT_IN_WORDS', { max: MAX_CHARACTERS }),
  'yes-no': problem('ANSWER_NOT_YES_OR_NO'),
} as const satisfies Record<PlainType, Problem>

function isAnswer({ type, options }: SurveyQuestion, answer: AnswerValue): boolean {
  switch (type) {
    case 'multiple-choice':
      // Answers arrive trimmed and Unicode-normalised; options may have been typed differently.
      return options.some((option) => option.trim().normalize('NFC') === answer)
    case 'rating':
      return typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= 5
    case 'yes-no':
      return answer === 'yes' || answer === 'no'
    case 'text':
      return typeof answer === 'string' && answer.length <= MAX_CHARACTERS
    default:
      // Only questionnaires have other types, and read their answers themselves.
      return false
  }
}
