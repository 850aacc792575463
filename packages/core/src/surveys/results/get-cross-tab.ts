import { type CrossTab, type CrossTabInput, SMALL_BASE, SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { countAnswers } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from './get-survey-results.ts'
import { type Column, isHigher } from './intervals.ts'
import { labelOf, listAnswersOf, readSurvey, requireVariable, toRespondents } from './read-survey.ts'
import { suppress } from './suppress.ts'
import { CODED } from './variables.ts'

/**
 * Count the answers to one question by the answers to another. Each column's shares add up to 1; a letter says that a share is higher than
 * that column's, in all likelihood not by chance. Columns with a small base are compared with none.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getCrossTab(
  { db }: Pick<Deps, 'db'>,
  { isRaw }: Reader,
  { rows, columns, ...filter }: CrossTabInput,
): Promise<CrossTab> {
  const survey = await readSurvey(db, filter)
  const across = requireVariable(survey, { id: rows, field: 'rows', kind: 'closed' })
  const down = requireVariable(survey, { id: columns, field: 'columns', kind: 'single' })
  if (rows === columns) throw invalidField('columns', 'REPEATED')
  const counted = await countAnswers(db, toRespondents(survey, filter), {
    questionIds: across.part === CODED ? [] : [rows],
    codedIds: across.part === CODED ? [rows] : [],
    by: [columns],
  })
  const both = counted.flatMap(({ answer, answers: [column], count }) =>
    column && answer ? [{ answer, column, count }] : [],
  )
  // Anyone who answered a question that takes several answers.
  const basis = across.isMultiple ? counted.filter(({ answer }) => answer === null) : null
  const names = listAnswersOf(
    down,
    both.map(({ column }) => column),
  )
  const answers = listAnswersOf(
    across,
    both.map(({ answer }) => answer),
  )
  const counts = names.map((name) =>
    answers.map((answer) => both.find((cell) => cell.column === name && cell.answer === answer)?.count ?? 0),
  )
  const bases = counts.map((cells, at) =>
    basis
      ? basis.reduce((sum, { answers: [column], count }) => (column === names[at] ? sum + count : sum), 0)
      : cells.reduce((sum, count) => sum + count, 0),
  )
  const shown = hideSmall(counts, { bases, isRaw })
  return {
    columns: names.map((answer, at) => ({
      letter: letterOf(at),
      answer,
      label: labelOf(down, answer),
      base: isRaw || !isTiny(bases[at] ?? 0) ? (bases[at] ?? 0) : null,
      isSmallBase: (bases[at] ?? 0) < SMALL_BASE,
    })),
    rows: answers.map((answer, row) => ({
      answer,
      label: labelOf(across, answer),
      cells: names.map((_, at) => {
        const count = shown[at]?.[row] ?? null
        const base = bases[at] ?? 0
        const share = count === null || base === 0 ? null : count / base
        return {
          count,
          share,
          letters: share === null ? '' : lettersOf({ counts, bases, shown }, { row, at }),
        }
      }),
    })),
  }
}

const isTiny = (base: number) => base > 0 && base < SMALLEST_CELL
/** A, B, … Z, AA: as researchers name columns. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

/** Small counts, and whole columns of few people, are hidden; down each column and then along each row. */
function hideSmall(
  counts: readonly number[][],
  { bases, isRaw }: { bases: readonly number[]; isRaw: boolean },
): (number | null)[][] {
  if (isRaw) return counts.map((cells) => [...cells])
  const down = counts.map((cells, at) => (isTiny(bases[at] ?? 0) ? cells.map(() => null) : suppress(cells)))
  const rows = counts[0]?.map((_, row) => row) ?? []
  for (const row of rows) {
    const hidden = down.flatMap((cells, at) => (cells[row] === null ? [at] : []))
    if (hidden.length !== 1) continue
    const others = down.flatMap((cells, at) => {
      const count = cells[row]
      return count ? [{ at, count }] : []
    })
    const next = others.sort((one, other) => one.count - other.count)[0]
    // What is hidden here must not follow from its column either.
    if (next) hideWithPartner(down[next.at] ?? [], row)
  }
  return down
}

function hideWithPartner(cells: (number | null)[], row: number): void {
  cells[row] = null
  if (cells.filter((count) => count === null).length > 1) return
  const others = cells.flatMap((count, at) => (count ? [{ at, count }] : []))
  const next = others.sort((one, other) => one.count - other.count)[0]
  if (next) cells[next.at] = null
}

type Table = { counts: readonly number[][]; bases: readonly number[]; shown: readonly (number | null)[][] }

function lettersOf({ counts, bases, shown }: Table, { row, at }: { row: number; at: number }): string {
  const columnOf = (column: number): Column => ({
    count: counts[column]?.[row] ?? 0,
    base: bases[column] ?? 0,
  })
  const one = columnOf(at)
  if (one.base < SMALL_BASE) return ''
  return counts
    .flatMap((_, column) => {
      const other = columnOf(column)
      const isShown = shown[column]?.[row] !== null
      return column !== at && isShown && other.base >= SMALL_BASE && isHigher(one, other)
        ? [letterOf(column)]
        : []
    })
    .join('')
}
