import type { RespondentRow } from '@chuma/db/queries/surveys/respondents'
import { CODED, nameOf, type Variable } from './variables.ts'

export type Cell = string | number | null
export type Column = {
  name: string
  question: string
  type: Variable['type']
  codes: { code: number; label: string }[]
  /** Null: not answered. */
  read: (row: RespondentRow) => Cell
}

const CHOSEN = [
  { code: 0, label: 'Not chosen' },
  { code: 1, label: 'Chosen' },
]

/** The columns of a variable in a file: one, or one for each of several choices. */
export function listColumns(variable: Variable): Column[] {
  const { question, type, labels, isMultiple, isNumeric } = variable
  const name = nameOf(variable)
  if (isMultiple) {
    return labels.map(({ value, label }) => ({
      type,
      name: `${name}_${value}`,
      question: `${question} ${label}`,
      codes: CHOSEN,
      read: (row) => {
        const chosen = readChosen(variable, row)
        return chosen && Number(chosen.includes(value))
      },
    }))
  }
  const isCoded = labels.length > 0 && !isNumeric
  return [
    {
      type,
      name,
      question,
      codes: isCoded ? labels.map(({ label }, at) => ({ code: at + 1, label })) : [],
      read: (row) => {
        const value = readValue(variable, row)
        if (value === null) return null
        // An answer to an earlier wording has no code and stays words.
        return isCoded ? (codeOf(variable, String(value)) ?? value) : value
      },
    },
  ]
}

/** The place of an answer among those offered, from 1. */
export function codeOf({ labels }: Variable, value: string): number | null {
  const at = labels.findIndex((label) => label.value === value)
  return at < 0 ? null : at + 1
}

/** Which of several answers someone gave. Null: they were not asked, or gave none. */
export function readChosen({ id, part }: Variable, { answers, categories }: RespondentRow): string[] | null {
  if (part === CODED) return categories[id]?.map(String) ?? null
  const answer = answers[id]
  return typeof answer === 'object' && 'choices' in answer ? answer.choices : null
}

/** What someone answered to a question with one answer. */
export function readValue({ id, part }: Variable, { answers }: RespondentRow): string | number | null {
  const answer = answers[id]
  const value = typeof answer === 'object' ? readRow(answer, part) : answer
  return value === undefined || value === '' ? null : value
}

const readRow = (answer: object, part: string): string | undefined =>
  'rows' in answer ? (answer.rows as Record<string, string>)[part] : undefined
