import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Json } from '@chuma/contract/surveys/questionnaire/logic'
import type { Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import {
  type Choice,
  isExclusive,
  isRequired,
  MOMENTS,
  type MomentType,
  type Question,
  type QuestionOf,
  type QuestionOption,
} from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { RE2JS } from 're2js'
import { doesHold } from './evaluate-logic.ts'

/** Answers by code, as conditions read them. */
export type Data = { [code: string]: Json }
export type Bounds = { min: number | string | null; max: number | string | null }

/** A question with the options and rows that are shown, in their order, and its bounds. */
export type ShownQuestion = {
  section: Section
  question: Question
  options: Choice[]
  rows: QuestionOption[]
  bounds: Bounds
}

/** Several choices and a ranking are a list of codes, a grid is an object with a column for each row. */
export function toData({ type }: Question, answer: AnswerValue): Json {
  if (typeof answer !== 'object') return answer
  if ('choices' in answer) return answer.choices
  return type === 'ranking' ? listRanked(answer.rows) : answer.rows
}

/** A ranking is stored as the place of each option: `{"hill": "1"}`. */
export const listRanked = (places: Readonly<Record<string, string>>): string[] =>
  Object.keys(places).sort((left, right) => Number(places[left]) - Number(places[right]))

export const isMoment = (type: MomentType, value: unknown): value is string =>
  MOMENTS[type].safeParse(value).success

type Shown<Type extends ShownQuestion['question']['type']> = ShownQuestion & { question: QuestionOf<Type> }

type Judging = {
  /** What earlier answers say. */
  data?: Data
  say?: (texts: Words) => string
}

/**
 * Find what is wrong with an answer in codes to a question as it is shown; null if it is valid. No answer is the empty text.
 * An option or a row that is not shown counts as unknown.
 */
export function judgeAnswer(
  shown: ShownQuestion,
  answer: AnswerValue,
  { data = {}, say = (texts) => texts.en ?? '' }: Judging = {},
): Problem | null {
  const { question } = shown
  if (answer === '') return isRequired(question) ? problem('REQUIRED') : null
  const found = judgeType(shown, answer)
  if (found) return found
  const { constraint, code } = question
  const refuse = (words: Words) => problem('ANSWER_REFUSED', { message: say(words) })
  if (question.type === 'text' && question.pattern && !matches(question.pattern.expression, String(answer)))
    return refuse(question.pattern.message)
  const fits = !constraint || doesHold(constraint.if, { ...data, [code]: toData(question, answer) })
  return fits ? null : refuse(constraint.message)
}

function judgeType(shown: ShownQuestion, answer: AnswerValue): Problem | null {
  const { question } = shown
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
      return judgeNumber({ ...shown, question }, answer)
    case 'choices':
      return judgeChoices({ ...shown, question }, answer)
    case 'grid':
      return judgeGrid({ ...shown, question }, answer)
    case 'date':
    case 'time':
    case 'date-time':
      return judgeMoment({ ...shown, question }, answer)
    case 'ranking':
      return judgeRanking({ ...shown, question }, answer)
    case 'note':
      if (!question.consent) return problem('ANSWER_NOT_ASKED')
      return answer === 'yes' ? null : problem('CONSENT_MISSING')
    case 'calculation':
      return problem('ANSWER_NOT_ASKED')
  }
}

/** Whether a whole text matches. RE2 takes time in proportion to the text, whatever the expression. One that it cannot read matches all. */
function matches(expression: string, text: string): boolean {
  const pattern = readPattern(expression)
  return pattern === null || pattern.matches(text)
}

/** Read a regular expression in RE2's syntax. Null: it has none. */
export function readPattern(expression: string): RE2JS | null {
  try {
    return RE2JS.compile(expression)
  } catch {
    return null
  }
}

function isWhole(answer: AnswerValue, from: number, to: number): boolean {
  return typeof answer === 'number' && Number.isInteger(answer) && answer >= from && answer <= to
}

function judgeNumber(
  { question, bounds: { min, max } }: Shown<'number'>,
  answer: AnswerValue,
): Problem | null {
  const { decimals, codes = [] } = question
  if (codes.some(({ code }) => code === answer)) return null
  if (typeof answer !== 'number') return problem('ANSWER_NOT_A_NUMBER')
  if (typeof min === 'number' && answer < min) return problem('TOO_SMALL', { min })
  if (typeof max === 'number' && answer > max) return problem('TOO_BIG', { max })
  return Number(answer.toFixed(decimals)) === answer ? null : problem('ANSWER_TOO_PRECISE', { max: decimals })
}

function judgeMoment(
  { question: { type }, bounds: { min, max } }: Shown<MomentType>,
  answer: AnswerValue,
): Problem | null {
  if (!isMoment(type, answer)) return problem('ANSWER_NOT_A_MOMENT', { type })
  // Of ISO texts of one kind, the earlier comes first.
  if (typeof min === 'string' && answer < min) return problem('ANSWER_TOO_EARLY', { min })
  return typeof max === 'string' && answer > max ? problem('ANSWER_TOO_LATE', { max }) : null
}

/** How many places a ranking has among these options. */
export const countPlaces = ({ most }: QuestionOf<'ranking'>, options: readonly unknown[]): number =>
  Math.min(most ?? options.length, options.length)

function judgeRanking({ question, options }: Shown<'ranking'>, answer: AnswerValue): Problem | null {
  const count = countPlaces(question, options)
  const places = typeof answer === 'object' && 'rows' in answer ? answer.rows : {}
  const ranked = listRanked(places)
  if (ranked.some((code) => options.every((option) => option.code !== code)))
    return problem('ANSWER_NOT_AN_OPTION')
  const isWhole = ranked.length === count && ranked.every((code, at) => places[code] === String(at + 1))
  return isWhole ? null : problem('ANSWER_NOT_RANKED', { count })
}

function judgeChoices({ options, question }: Shown<'choices'>, answer: AnswerValue): Problem | null {
  if (typeof answer !== 'object' || !('choices' in answer)) return problem('ANSWER_NOT_CHOICES')
  const { choices, other } = answer
  const chosen = choices.flatMap((code) => options.find((option) => option.code === code) ?? [])
  if (chosen.length < choices.length) return problem('ANSWER_NOT_AN_OPTION')
  if (new Set(choices).size < choices.length) return problem('REPEATED')
  if (choices.length === 0) return problem('REQUIRED')
  const hasExclusive = chosen.some(isExclusive)
  if (hasExclusive && choices.length > 1) return problem('ANSWER_EXCLUSIVE')
  if (question.most !== undefined && choices.length > question.most)
    return problem('ANSWER_TOO_MANY', { max: question.most })
  // Conditions may leave fewer to choose from.
  const least = Math.min(question.least ?? 1, options.filter((option) => !isExclusive(option)).length)
  if (!hasExclusive && choices.length < least) return problem('ANSWER_TOO_FEW', { min: least })
  const asksWords = chosen.some(({ kind }) => kind === 'other')
  return asksWords === ((other ?? '') !== '') ? null : problem('ANSWER_OTHER_WORDS')
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
