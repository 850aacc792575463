import type { AnswerValue, SurveyQuestion } from '@chuma/contract/surveys/surveys'

/** Why this is no answer to the question, in words for the member; null when it is one. Nothing at all is the empty text. */
export function findAnswerProblem(question: SurveyQuestion, answer: AnswerValue): string | null {
  if (answer === '') return question.required ? 'Required' : null
  return isAnswer(question, answer) ? null : expectedOf[question.type]
}

const expectedOf = {
  'multiple-choice': 'Choose one of the options',
  rating: 'Choose a whole number from 1 to 5',
  text: 'Write your answer in words, at most 2000 characters',
  'yes-no': 'Answer yes or no',
} as const satisfies Record<SurveyQuestion['type'], string>

function isAnswer({ type, options }: SurveyQuestion, answer: AnswerValue): boolean {
  switch (type) {
    case 'multiple-choice':
      // An answer arrives trimmed and in one Unicode form; the option may have been typed in another.
      return options.some((option) => option.trim().normalize('NFC') === answer)
    case 'rating':
      return typeof answer === 'number' && Number.isInteger(answer) && answer >= 1 && answer <= 5
    case 'yes-no':
      return answer === 'yes' || answer === 'no'
    case 'text':
      return typeof answer === 'string' && answer.length <= 2000
  }
}
