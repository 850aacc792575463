import { TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import { type CrossTab, type CrossTabInput, SMALL_BASE, SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { type By, countAnswers, countCells } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { listGroups, listOpenCodes, readProfileFilter } from './groups/groups.ts'
import { type ReadSurvey, readSurvey, requireVariable, toRespondents, widen } from './read-survey.ts'
import { type CountedAnswer, hideTable, listColumnsOf, REST, type Visible } from './sample.ts'
import { type Column, discloseAnswers, isHigher, nameAnswers, type Reader, UNANSWERED } from './suppress.ts'
import { CODED, labelOf, listAnswersOf, type Variable } from './variables.ts'

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
  requireAlone(reader, { columns, filter, isPart: survey.version !== 'all' && survey.parts.length > 1 })
  const { isRaw } = reader
  const disclosed = await discloseAnswers({ db }, reader, {
    ...toRespondents(survey, filter),
    parts: survey.parts,
  })
  const asked = await widen(db, disclosed.asked)
  const down = await readColumns(db, reader, { survey, columns, asked })
  const all = await countAnswers(db, asked, {
    questionIds: across.part === CODED ? [] : [rows],
    codedIds: across.part === CODED ? [rows] : [],
    by: [down.by],
  })
  const found = all.filter(({ part }) => part === across.part)
  // The page of a question puts many numbers into ranges: between them and the numbers nobody finds small ones.
  const nameOf = isRaw
    ? null
    : nameAnswers(
        across.type,
        found.flatMap(({ answer }) => answer || []),
      )
  const counted = nameOf
    ? found.map((each) => ({ ...each, answer: each.answer && nameOf(each.answer) }))
    : found
  const { names, answers, counts, bases } = tabulate(counted, { across, down })
  if (!isRaw && sum(bases) < SMALLEST_CELL) return { columns: [], rows: [] }
  const visible = names.flatMap((name, at) => (name === REST || name === UNANSWERED ? [] : [at]))
  const table = isRaw ? null : await hide(db, { across, down, asked, counted })
  const shown = counts.map((cells, at) =>
    cells.map((count, row) => (!table || table.isShown(answers[row] ?? '', names[at] ?? '') ? count : null)),
  )
  const shownBases = bases.map((base, at) => (table ? table.baseOf(names[at] ?? '') : base))
  return {
    columns: visible.map((at) => ({
      letter: letterOf(at),
      answer: names[at] ?? '',
      label: down.labelOf(names[at] ?? ''),
      base: shownBases[at] ?? null,
      isSmallBase: (bases[at] ?? 0) < SMALL_BASE,
    })),
    rows: answers.map((answer, row) => ({
      answer,
      label: labelOf(across, answer),
      cells: visible.map((at) => {
        const count = shown[at]?.[row] ?? null
        const base = bases[at] ?? 0
        const share = count === null || base === 0 || shownBases[at] === null ? null : count / base
        const letters =
          share === null ? '' : lettersOf({ counts, bases, shown, shownBases, visible }, { row, at })
        return { count, share, letters }
      }),
    })),
  }
}

type Hiding = { across: Variable; down: Down; asked: Respondents; counted: readonly CountedAnswer[] }

function tabulate(counted: readonly CountedAnswer[], { across, down }: Pick<Hiding, 'across' | 'down'>) {
  const both = counted.flatMap(({ answer, answers: [told], count }) => {
    const column = down.columnOf(told ?? null)
    return column && answer ? [{ answer, column, count }] : []
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
  return { names, answers, counts, bases }
}

/** Everyone is in the table, those who did not answer among them: what is left over tells about few too. */
async function hide(db: Db, { across, down, asked, counted }: Hiding): Promise<Visible> {
  const columnOf = ([told]: readonly (string | null)[]) => down.columnOf(told ?? null) ?? UNANSWERED
  const people = await countCells(db, asked, [down.by])
  const columns = listColumnsOf(down.by, people, {
    columnOf,
    isChosen: () => true,
    hidesSmall: typeof down.by === 'number',
  })
  return hideTable({ variable: across, given: counted }, columns)
}

/** What makes the columns of a table. */
export type Down = {
  by: By
  /** Null: in no column. */
  columnOf: (told: string | null) => string | null
  list: (found: readonly string[]) => string[]
  labelOf: (column: string) => string
}

type Wanted = {
  survey: ReadSurvey
  columns: CrossTabInput['columns']
  /** Of the input. */
  field?: string
  asked: Respondents
}

export async function readColumns(
  db: Db,
  { isRaw }: Reader,
  { survey, columns, asked, field = 'columns' }: Wanted,
): Promise<Down> {
  if (typeof columns === 'number') {
    const down = requireVariable(survey, { id: columns, field, kind: 'single' })
    return {
      by: down.id,
      columnOf: (told) => told || null,
      list: (found) => listAnswersOf(down, found),
      labelOf: (column) => labelOf(down, column),
    }
  }
  const labels = TRAITS[columns].options.map(({ code, words }) => ({ value: code, label: words.en }))
  const open = isRaw
    ? labels.map(({ value }) => value)
    : listOpenCodes(await listGroups(db, asked, { isRaw }), columns)
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

type Alone = {
  columns?: CrossTabInput['columns']
  filter: Omit<CrossTabInput, 'rows' | 'columns'>
  /** Of several versions one is asked for. */
  isPart: boolean
}

/** For readers who may not see single answers no filter goes with a table: two that differ by few people tell what these answered. */
export function requireAlone({ isRaw }: Reader, { columns, filter, isPart }: Alone): void {
  if (isRaw) return
  if (isPart) throw invalidField('version', 'GROUP_NOT_ALONE')
  if (readProfileFilter(filter.profile).length > 0) throw invalidField('profile', 'GROUP_NOT_ALONE')
  const { from, to, who, quality } = filter
  const isAlone = [from, to, who].every((each) => each === undefined) && quality === 'accepted'
  if (isAlone) return
  const name = who !== undefined ? 'who' : (from ?? to) !== undefined ? 'from' : 'quality'
  throw invalidField(typeof columns === 'string' ? 'columns' : name, 'GROUP_NOT_ALONE')
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
/** A, B, … Z, AA: as researchers name columns. */
export const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

type Table = {
  counts: readonly number[][]
  bases: readonly number[]
  shown: readonly (number | null)[][]
  shownBases: readonly (number | null)[]
  visible: readonly number[]
}

function lettersOf(
  { counts, bases, shown, shownBases, visible }: Table,
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
      const isShown = shown[column]?.[row] !== null && shownBases[column] !== null
      return column !== at && isShown && other.base >= SMALL_BASE && isHigher(one, other)
        ? [letterOf(column)]
        : []
    })
    .join('')
}
