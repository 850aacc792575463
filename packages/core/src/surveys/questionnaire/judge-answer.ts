import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Choice, QuestionOf } from '@chuma/contract/surveys/questionnaire/questions'
import type { ShownQuestion } from './shown-question.ts'

type Shown<Type extends ShownQuestion['question']['type']> = ShownQuestion & { question: QuestionOf<Type> }

/**
 * Find what is wrong with an answer in codes to a question as it is shown; null if it is valid. No answer is the empty text.
 * An option or a row that is not shown counts as unknown.
 */
export function judgeAnswer(shown: ShownQuestion, answer: AnswerValue): Problem | null {
  const { question } = shown
  if (answer === '') return question.required ? problem('REQUIRED') : null
  switch (question.type) {
    case 'multiple-choice':
      return shown.options.some(({ code }) => code === answer) ? null : problem('ANSWER_NOT_AN_OPTION')
    case 'yes-no':
      return answer === 'yes' || answer === 'no' ? null : problem('ANSWER_NOT_YES_OR_NO')
    case 'rating':
      return isWhole(answer, 1, 5) ? null : problem('ANSWER_NOT_A_RATING')
    case 'scale': {
      const { from, to } = question
      return isWhole(answer, from, to) ? null : problem('ANSWER_NOT_ON_SCALE', { from, to })
    }
    case 'text':
      return typeof answer === 'string' && answer.length <= question.most
        ? null
        : problem('ANSWER_NOT_IN_WORDS', { max: question.most })
    case 'number':
      return judgeNumber(question, answer)
    case 'choices':
      return judgeChoices({ ...shown, question }, answer)
    case 'grid':
      return judgeGrid({ ...shown, question }, answer)
  }
}

function isWhole(answer: AnswerValue, from: number, to: number): boolean {
  return typeof answer === 'number' && Number.isInteger(answer) && answer >= from && answer <= to
}

function judgeNumber({ min, max, decimals }: QuestionOf<'number'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'number') return problem('ANSWER_NOT_A_NUMBER')
  if (answer < min) return problem('TOO_SMALL', { min })
  if (answer > max) return problem('TOO_BIG', { max })
  return Number(answer.toFixed(decimals)) === answer ? null : problem('ANSWER_TOO_PRECISE', { max: decimals })
}

function judgeChoices({ options, question }: Shown<'choices'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'object' || !('choices' in answer)) return problem('ANSWER_NOT_CHOICES')
  const { choices, other } = answer
  const chosen = choices.map((code) => options.find((option) => option.code === code))
  if (chosen.some((option) => option === undefined)) return problem('ANSWER_NOT_AN_OPTION')
  if (new Set(choices).size < choices.length) return problem('REPEATED')
  if (choices.length === 0) return problem('REQUIRED')
  if (question.most !== undefined && choices.length > question.most)
    return problem('ANSWER_TOO_MANY', { max: question.most })
  const hasKind = (kind: Choice['kind']) => chosen.some((option) => option?.kind === kind)
  if (hasKind('none') && choices.length > 1) return problem('ANSWER_EXCLUSIVE')
  if (hasKind('other') !== ((other ?? '') !== '')) return problem('ANSWER_OTHER_WORDS')
  return null
}

function judgeGrid({ rows, question }: Shown<'grid'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'object' || !('rows' in answer)) return problem('ANSWER_NOT_ROWS')
  const given = new Map(Object.entries(answer.rows))
  const columns = new Set(question.columns.map(({ code }) => code))
  for (const [row, column] of given) {
    if (!rows.some(({ code }) => code === row) || !columns.has(column)) return problem('ANSWER_NOT_AN_OPTION')
  }
  const isWhole = question.required ? rows.every(({ code }) => given.has(code)) : given.size > 0
  return isWhole ? null : problem('ANSWER_ROWS_MISSING')
}

/**
 * Read a stored answer as it counts now: without options and rows that are hidden by now. Undefined if nothing valid is left.
 */
export function resolveAnswer(
  shown: ShownQuestion,
  stored: AnswerValue | undefined,
): AnswerValue | undefined {
  if (stored === undefined || stored === '') return undefined
  const answer = restrict(shown, stored)
  return judgeAnswer(shown, answer) === null ? answer : undefined
}

function restrict({ question, options, rows }: ShownQuestion, stored: AnswerValue): AnswerValue {
  if (typeof stored !== 'object') return stored
  if ('choices' in stored) {
    const kept = stored.choices.filter((code) => options.some((option) => option.code === code))
    const asksWords =
      question.type === 'choices' &&
      question.options.some(({ code, kind }) => kind === 'other' && kept.includes(code))
    return asksWords ? { ...stored, choices: kept } : { choices: kept }
  }
  const shownRows = new Set(rows.map(({ code }) => code))
  return { rows: Object.fromEntries(Object.entries(stored.rows).filter(([row]) => shownRows.has(row))) }
}
