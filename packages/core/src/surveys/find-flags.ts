import type { AnswerValue, SurveyQuestion } from '@chuma/contract/surveys/surveys'

/** Nobody reads a question and answers it in less. */
const HUMAN_SECONDS_A_QUESTION = 1.5
/** One rating given to all of at least so many questions is a straight line. */
const LINE_LENGTH = 4

type Finished = {
  questions: SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  /** Between begin and end, by the database's clock. */
  openForSeconds: number
}

/**
 * What about a finished survey makes staff look twice, by name. It never refuses or delays anything by itself: honest
 * people are fast too, and a script that answers through the API never begins.
 */
export function findFlags({ questions, answers, openForSeconds }: Finished): string[] {
  const required = questions.filter((question) => question.required)
  const ratings = questions.filter(({ type }) => type === 'rating').map(({ id }) => answers.get(id))
  const flags: [string, boolean][] = [
    ['too-fast', openForSeconds < required.length * HUMAN_SECONDS_A_QUESTION],
    ['attention-check', questions.some((question) => failsCheck(question, answers.get(question.id)))],
    ['straight-line', ratings.length >= LINE_LENGTH && new Set(ratings).size === 1],
  ]
  return flags.filter(([, isRaised]) => isRaised).map(([name]) => name)
}

/** A question may say which answer an attentive reader gives ("choose Kisumu here"). */
function failsCheck({ expected }: SurveyQuestion, answer: AnswerValue | undefined): boolean {
  return expected !== undefined && String(answer ?? '') !== expected
}
