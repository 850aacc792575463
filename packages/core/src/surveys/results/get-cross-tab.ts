import { type CrossTab, type CrossTabInput, SMALL_BASE, SMALLEST_CELL } from '@chuma/contract/surveys/results'
import { TRAITS } from '@chuma/contract/surveys/traits'
import type { Db } from '@chuma/db/client'
import { type By, countAnswers } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from './get-survey-results.ts'
import { listGroups, listOpenCodes, readProfileFilter } from './groups/groups.ts'
import { type Column, isHigher } from './intervals.ts'
import {
  labelOf,
  listAnswersOf,
  type ReadSurvey,
  readSurvey,
  requireVariable,
  toRespondents,
} from './read-survey.ts'
import { suppressTable } from './suppress.ts'
import { CODED } from './variables.ts'

/**
 * Count the answers to one question by the answers to another, or by what people had told about themselves. Each column's shares add up to 1; a
 * letter says that a share is higher than that column's, in all likelihood not by chance. Columns with a small base are compared with none.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getCrossTab(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  { rows, columns, ...filter }: CrossTabInput,
): Promise<CrossTab> {
  const survey = await readSurvey(db, filter)
  const across = requireVariable(survey, { id: rows, field: 'rows', kind: 'closed' })
  if (rows === columns) throw invalidField('columns', 'REPEATED')
  requireAlone(reader, { columns, filter })
  const { isRaw, isCharged = false } = reader
  const down = await readColumns(db, reader, { survey, columns, filter })
  const counted = await countAnswers(
    db,
    { ...toRespondents(survey, filter), isCharged },
    {
      questionIds: across.part === CODED ? [] : [rows],
      codedIds: across.part === CODED ? [rows] : [],
      by: [down.by],
    },
  )
  const both = counted.flatMap(({ answer, answers: [told], count }) => {
    const column = down.columnOf(told ?? null)
    return column !== null && answer ? [{ answer, column, count }] : []
  })
  // Anyone who answered a question that takes several answers.
  const basis = across.isMultiple ? counted.filter(({ answer }) => answer === null) : null
  const names = down.list(both.map(({ column }) => column))
  const answers = listAnswersOf(
    across,
    both.map(({ answer }) => answer),
  )
  const counts = names.map((name) =>
    answers.map((answer) =>
      both.reduce(
        (sum, cell) => (cell.column === name && cell.answer === answer ? sum + cell.count : sum),
        0,
      ),
    ),
  )
  const bases = counts.map((cells, at) =>
    basis
      ? basis.reduce(
          (sum, { answers: [told], count }) =>
            down.columnOf(told ?? null) === names[at] ? sum + count : sum,
          0,
        )
      : cells.reduce((sum, count) => sum + count, 0),
  )
  if (!isRaw && isTiny(sum(bases))) return { columns: [], rows: [] }
  const shown = isRaw ? counts : suppressTable(counts, bases)
  const visible = names.flatMap((name, at) => (name === REST ? [] : [at]))
  return {
    columns: visible.map((at) => ({
      letter: letterOf(at),
      answer: names[at] ?? '',
      label: down.labelOf(names[at] ?? ''),
      base: isRaw || !isTiny(bases[at] ?? 0) ? (bases[at] ?? 0) : null,
      isSmallBase: (bases[at] ?? 0) < SMALL_BASE,
    })),
    rows: answers.map((answer, row) => ({
      answer,
      label: labelOf(across, answer),
      cells: visible.map((at) => {
        const count = shown[at]?.[row] ?? null
        const base = bases[at] ?? 0
        const share = count === null || base === 0 ? null : count / base
        const letters = share === null ? '' : lettersOf({ counts, bases, shown, visible }, { row, at })
        return { count, share, letters }
      }),
    })),
  }
}

/** Those who did not say, and groups that are closed. They count for hiding, and come last. */
const REST = ''

type Down = {
  by: By
  /** Null: in no column. */
  columnOf: (told: string | null) => string | null
  list: (found: readonly string[]) => string[]
  labelOf: (column: string) => string
}

type Wanted = {
  survey: ReadSurvey
  columns: By
  filter: Omit<CrossTabInput, 'rows' | 'columns'>
}

async function readColumns(db: Db, { isRaw }: Reader, { survey, columns, filter }: Wanted): Promise<Down> {
  if (typeof columns === 'number') {
    const down = requireVariable(survey, { id: columns, field: 'columns', kind: 'single' })
    return {
      by: down.id,
      columnOf: (told) => told || null,
      list: (found) => listAnswersOf(down, found),
      labelOf: (column) => labelOf(down, column),
    }
  }
  const labels = TRAITS[columns].options.map(({ code, words }) => ({ value: code, label: words.en }))
  const everyone = toRespondents(survey, { id: filter.id, quality: 'accepted' })
  const open = isRaw
    ? labels.map(({ value }) => value)
    : listOpenCodes(await listGroups(db, everyone, { isRaw }), columns)
  return {
    by: columns,
    columnOf: (told) => (told && open.includes(told) ? told : isRaw ? null : REST),
    list: (found) => [
      ...labels.flatMap(({ value }) => (open.includes(value) && found.includes(value) ? value : [])),
      ...(isRaw ? [] : [REST]),
    ],
    labelOf: (column) => labelOf({ labels }, column),
  }
}

/** Groups by profile go with no other filter, and no group with a table, for readers who may not see single answers. */
function requireAlone({ isRaw }: Reader, { columns, filter }: Pick<Wanted, 'columns' | 'filter'>): void {
  if (isRaw) return
  if (readProfileFilter(filter.profile).length > 0) throw invalidField('profile', 'GROUP_NOT_ALONE')
  const { from, to, who, quality } = filter
  const isAlone = [from, to, who].every((each) => each === undefined) && quality === 'accepted'
  if (typeof columns === 'string' && !isAlone) throw invalidField('columns', 'GROUP_NOT_ALONE')
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const isTiny = (base: number) => base > 0 && base < SMALLEST_CELL
/** A, B, … Z, AA: as researchers name columns. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

type Table = {
  counts: readonly number[][]
  bases: readonly number[]
  shown: readonly (number | null)[][]
  visible: readonly number[]
}

function lettersOf(
  { counts, bases, shown, visible }: Table,
  { row, at }: { row: number; at: number },
): string {
  const columnOf = (column: number): Column => ({
    count: counts[column]?.[row] ?? 0,
    base: bases[column] ?? 0,
  })
  const one = columnOf(at)
  if (one.base < SMALL_BASE) return ''
  return visible
    .flatMap((column) => {
      const other = columnOf(column)
      const isShown = shown[column]?.[row] !== null
      return column !== at && isShown && other.base >= SMALL_BASE && isHigher(one, other)
        ? [letterOf(column)]
        : []
    })
    .join('')
}
