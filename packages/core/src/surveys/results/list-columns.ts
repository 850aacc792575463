import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { nameOf, type Variable } from './variables.ts'

type Cell = string | number | null
export type Column = {
  name: string
  id: number
  question: string
  type: Variable['type']
  codes: { code: number; label: string }[]
  /** Null: not answered. */
  read: (answer: AnswerValue | undefined) => Cell
}

/** The columns of a variable in a file: one, or one for each of several choices. */
export function listColumns(variable: Variable): Column[] {
  const { id, part, question, type, labels, isMultiple } = variable
  const name = nameOf(variable)
  const common = { id, question, type }
  if (isMultiple) {
    return labels.map(({ value, label }) => ({
      ...common,
      name: `${name}_${value}`,
      question: `${question} ${label}`,
      codes: [
        { code: 0, label: 'Not chosen' },
        { code: 1, label: 'Chosen' },
      ],
      read: (answer) =>
        typeof answer === 'object' && 'choices' in answer ? Number(answer.choices.includes(value)) : null,
    }))
  }
  const isCoded = labels.length > 0 && !variable.isNumeric
  const codes = isCoded ? labels.map(({ label }, at) => ({ code: at + 1, label })) : []
  const codeOf = (value: string): Cell => {
    const at = labels.findIndex((label) => label.value === value)
    // An answer to an earlier wording has no code and stays words.
    return at < 0 ? value : at + 1
  }
  return [
    {
      ...common,
      name,
      codes,
      read: (answer) => {
        const value = typeof answer === 'object' ? readRow(answer, part) : answer
        if (value === undefined || value === '') return null
        return isCoded ? codeOf(String(value)) : value
      },
    },
  ]
}

const readRow = (answer: Extract<AnswerValue, object>, part: string) =>
  'rows' in answer ? answer.rows[part] : undefined
