import type { Json } from '@chuma/contract/surveys/questionnaire/logic'
import type { Choice, Question, QuestionOption } from '@chuma/contract/surveys/questionnaire/questions'

/** More answers than this to one question are not tried. */
const MAX_ANSWERS = 256

type Shown = { question: Question; options: readonly Choice[]; rows: readonly QuestionOption[] }

/**
 * List every answer that a question allows, as conditions read it. Null: too many to try, such as all texts. Whether it may stay
 * unanswered is not part of it.
 */
export function listPossibleAnswers({ question, options, rows }: Shown): Json[] | null {
  switch (question.type) {
    case 'multiple-choice':
      return options.map(({ code }) => code)
    case 'yes-no':
      return ['yes', 'no']
    case 'rating':
      return range(1, 5)
    case 'scale':
      return range(question.from, question.to)
    case 'number': {
      const { min, max, decimals } = question
      const isFew = decimals === 0 && max - min < MAX_ANSWERS
      return isFew ? range(Math.ceil(min), Math.floor(max)) : null
    }
    case 'text':
      return null
    case 'choices':
      return listChoices(options, question.most ?? options.length)
    case 'grid':
      return listGrids(
        rows.map(({ code }) => code),
        question.columns.map(({ code }) => code),
        question.required,
      )
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)

function listChoices(options: readonly Choice[], most: number): string[][] | null {
  if (2 ** options.length > MAX_ANSWERS) return null
  const isNone = (code: string) => options.some((option) => option.code === code && option.kind === 'none')
  let all: string[][] = [[]]
  for (const { code } of options) all = [...all, ...all.map((chosen) => [...chosen, code])]
  return all.filter(
    (chosen) => chosen.length > 0 && chosen.length <= most && (chosen.length === 1 || !chosen.some(isNone)),
  )
}

function listGrids(rows: string[], columns: string[], isWhole: boolean): Json[] | null {
  const each = columns.length + (isWhole ? 0 : 1)
  if (each ** rows.length > MAX_ANSWERS) return null
  let all: { [row: string]: string }[] = [{}]
  for (const row of rows) {
    const marked = all.flatMap((grid) => columns.map((column) => ({ ...grid, [row]: column })))
    all = isWhole ? marked : [...all, ...marked]
  }
  return all.filter((grid) => Object.keys(grid).length > 0)
}
