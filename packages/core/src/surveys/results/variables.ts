import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

export type Label = { value: string; label: string }

/** What is counted on its own: a question, or one row of a grid. */
export type Variable = {
  id: number
  /** The row of a grid. */
  part: string
  question: string
  /** `coded`: the categories that staff sorted the words of an open question into. */
  type: Question['type'] | 'coded'
  /** What can be answered, as it is stored; nothing for words and numbers. */
  labels: Label[]
  /** People may give several answers. */
  isMultiple: boolean
  isNumeric: boolean
}

/** The part that names the categories of an open question. */
export const CODED = 'coded'

export type Category = { questionId: number; code: number; name: string }

/** Put the categories of open questions behind them, as questions with several answers. */
export function withCategories(variables: readonly Variable[], categories: readonly Category[]): Variable[] {
  return variables.flatMap((variable) => {
    const own = categories.filter(({ questionId }) => variable.type === 'text' && questionId === variable.id)
    if (own.length === 0) return [variable]
    const labels = own.map(({ code, name }) => ({ value: String(code), label: name }))
    return [variable, { ...variable, part: CODED, type: CODED, labels, isMultiple: true }]
  })
}

/** The name of its column in files. */
export const nameOf = ({ id, part }: Pick<Variable, 'id' | 'part'>) => (part ? `q${id}_${part}` : `q${id}`)

/** Of a survey that asks a plain list of questions. */
export function listPlainVariables(questions: readonly SurveyQuestion[]): Variable[] {
  return questions.map(({ id, question, type, options }) => ({
    id,
    part: '',
    question,
    type,
    labels:
      type === 'multiple-choice'
        ? options.map((option) => same(option.trim().normalize('NFC')))
        : labelsOf(type),
    isMultiple: false,
    isNumeric: type === 'rating',
  }))
}

/** Of a published questionnaire, in English. */
export function listVariables(questionnaire: Questionnaire): Variable[] {
  return listQuestions(questionnaire).flatMap(describe)
}

function describe(question: Question): Variable[] {
  const { id, type } = question
  const one = {
    id,
    part: '',
    question: question.words.en ?? question.code,
    type,
    labels: [] as Label[],
    isMultiple: type === 'choices',
    isNumeric: type === 'rating' || type === 'scale' || type === 'number',
  }
  switch (question.type) {
    case 'multiple-choice':
    case 'choices':
      return [{ ...one, labels: question.options.map(toLabel) }]
    case 'scale':
      return [{ ...one, labels: range(question.from, question.to).map(same) }]
    case 'grid': {
      const labels = question.columns.map(toLabel)
      return question.rows.map((row) => ({
        ...one,
        part: row.code,
        question: `${one.question} ${toLabel(row).label}`,
        labels,
      }))
    }
    default:
      return [{ ...one, labels: labelsOf(type) }]
  }
}

const same = (value: string): Label => ({ value, label: value })
const toLabel = ({ code, words }: { code: string; words: { [language: string]: string } }): Label => ({
  value: code,
  label: words.en ?? code,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => String(from + step))

function labelsOf(type: Variable['type']): Label[] {
  if (type === 'rating') return range(1, 5).map(same)
  return type === 'yes-no' ? ['yes', 'no'].map(same) : []
}
