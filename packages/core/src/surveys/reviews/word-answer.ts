import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

type Labels = NonNullable<SurveyQuestion['rows']>

/**
 * Put several choices and grids into the English words of their question: `Hill Tea, Another (“Kericho Gold”)` and `Its price: Good;
 * Its taste: Bad`. A code without a label stays a code. Null: not answered.
 */
export function wordAnswer(
  { choices = [], rows = [], columns = [] }: Pick<SurveyQuestion, 'choices' | 'rows' | 'columns'>,
  answer: AnswerValue | undefined,
): string | number | null {
  if (typeof answer !== 'object') return answer ?? null
  if ('choices' in answer) {
    const { other } = answer
    return answer.choices
      .map((code) => {
        const isOwn = choices.some((choice) => choice.code === code && choice.kind === 'other')
        return labelOf(choices, code) + (isOwn && other ? ` (“${other}”)` : '')
      })
      .join(', ')
  }
  // In the order in which the rows were shown.
  const order = rows.map(({ code }) => code)
  return Object.entries(answer.rows)
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([row, column]) => `${labelOf(rows, row)}: ${labelOf(columns, column)}`)
    .join('; ')
}

const labelOf = (labels: Labels, code: string): string =>
  labels.find((label) => label.code === code)?.label ?? code
