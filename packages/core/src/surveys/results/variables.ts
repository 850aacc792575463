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
  type: Question['type']
  /** What can be answered, as it is stored; nothing for words and numbers. */
  labels: Label[]
  /** People may give several answers. */
  isMultiple: boolean
  isNumeric: boolean
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
