import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { doesHold } from './evaluate-logic.ts'
import type { Followed } from './follow.ts'
import { listReferences } from './list-references.ts'

export type Contradicted = {
  /** Of the questions whose answers do not fit together. */
  questionIds: number[]
  note: string
}

/** Find what its author says cannot be true, among the answers that count. One whose questions were not all answered holds nothing. */
export function findContradictions(
  { contradictions = [] }: Questionnaire,
  { shown, data }: Pick<Followed, 'shown' | 'data'>,
): Contradicted[] {
  const idOf = new Map(shown.map(({ question }) => [question.code, question.id]))
  return contradictions.flatMap(({ if: rule, note }) => {
    const codes = [...listReferences(rule).codes]
    const isAnswered = codes.every((code) => data[code] !== undefined)
    if (!isAnswered || !doesHold(rule, data)) return []
    return [{ questionIds: codes.flatMap((code) => idOf.get(code) ?? []), note }]
  })
}
