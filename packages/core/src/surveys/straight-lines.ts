import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

type Answers = ReadonlyMap<number, AnswerValue>

/** The same rating, or place on a scale, for this many questions in a row is straight-lining, and the same place for as many choices. */
const RATINGS_IN_LINE = 4
const CHOICES_IN_LINE = 5
/** Fewer rows and ratings than these can honestly be alike all along. */
export const MIN_LINES = 5

type StraightLines = {
  /** The questions that were answered without looking. */
  lines: SurveyQuestion[]
  /** How many rows of grids, ratings and choices they are. */
  measured: number
  /** No row or rating of the survey is outside of them. */
  isThroughout: boolean
}

/** Find blocks of equal ratings, choices in the same place, grids with `rows` rows in one column, and several grids in the same one. */
export function findStraightLines(
  questions: readonly SurveyQuestion[],
  answers: Answers,
  rows: number,
): StraightLines {
  const blocks = listBlocks(questions)
  const alike = blocks.filter((block) => {
    const values = block.map(({ id }) => answers.get(id))
    return block.length >= RATINGS_IN_LINE && new Set(values).size === 1
  })
  const grids = questions
    .map((question) => ({ question, columns: columnsOf(question, answers.get(question.id)) }))
    .filter(({ columns }) => columns.length > 0)
  const isAcross = isInLine(
    grids.flatMap(({ columns }) => columns),
    rows,
  )
  const oneColumn = grids.filter(({ columns }) => isAcross || isInLine(columns, rows))
  const choices = findSamePlace(questions, answers)
  const rated = [...alike.flat().map(() => 1), ...oneColumn.map(({ columns }) => columns.length)]
  const all = [...blocks.flat().map(() => 1), ...grids.map(({ columns }) => columns.length)]
  return {
    lines: [...alike.flat(), ...oneColumn.map(({ question }) => question), ...choices],
    measured: sum(rated) + choices.length,
    isThroughout: sum(rated) > 0 && sum(rated) === sum(all),
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

type Column = number | string

const isInLine = (columns: readonly Column[], rows: number) =>
  columns.length >= rows && new Set(columns).size === 1

/** The place of the column of each row, or its code if the question does not list it. */
function columnsOf({ columns = [] }: SurveyQuestion, answer: AnswerValue | undefined): Column[] {
  if (typeof answer !== 'object' || !('rows' in answer)) return []
  const codes = columns.map(({ code }) => code)
  return Object.values(answer.rows).map((code) => (codes.includes(code) ? codes.indexOf(code) : code))
}

/** The ratings, or the scales with the same ends, that follow each other without another question between them. */
function listBlocks(questions: readonly SurveyQuestion[]): SurveyQuestion[][] {
  const blocks: SurveyQuestion[][] = []
  let last = ''
  for (const question of questions) {
    const { type, scale } = question
    const kind = type === 'rating' ? type : type === 'scale' ? `scale ${scale?.from} ${scale?.to}` : ''
    if (kind !== '' && kind === last) blocks.at(-1)?.push(question)
    else if (kind !== '') blocks.push([question])
    last = kind
  }
  return blocks
}

function findSamePlace(questions: readonly SurveyQuestion[], answers: Answers): SurveyQuestion[] {
  const placed = questions
    .filter(({ type }) => type === 'multiple-choice')
    .map((question) => ({ question, place: placeOf(question, answers.get(question.id)) }))
    .filter(({ place }) => place >= 0)
  const isSame = placed.length >= CHOICES_IN_LINE && new Set(placed.map(({ place }) => place)).size === 1
  return isSame ? placed.map(({ question }) => question) : []
}

const placeOf = ({ options }: SurveyQuestion, answer: AnswerValue | undefined): number =>
  options.findIndex((option) => option.trim().normalize('NFC') === answer)
