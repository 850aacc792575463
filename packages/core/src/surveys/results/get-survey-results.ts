import type { Answer } from '@chuma/contract/fields'
import { MOMENTS } from '@chuma/contract/surveys/questionnaire/questions'
import {
  type QuestionResult,
  SMALL_BASE,
  SMALLEST_CELL,
  type SurveyResults,
  type SurveyResultsInput,
  type surveyResults,
  type TraitGroups,
} from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { countAnswers, countAttempts, countCompletedByDay } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { createPause } from '../../in-turns.ts'
import { listGroups, listOpenCodes, readProfileFilter, requireOpenGroup } from './groups/groups.ts'
import { listPeriods, nameOfPeriod, type Period, readSurvey, toRespondents, widen } from './read-survey.ts'
import { type Columns, type CountedAnswer, chooseColumns, hideTable, REST, weigh } from './sample.ts'
import {
  binMoments,
  binNumbers,
  discloseAnswers,
  isSmall,
  meanOf,
  niceWidth,
  type Reader,
  spread,
  suppress,
  suppressChoices,
  suppressNamed,
  tidy,
  UNANSWERED,
  wilsonInterval,
} from './suppress.ts'
import {
  CODED,
  isOfOther,
  labelOf,
  listAnswersOf,
  nameOf,
  OTHER,
  sayVariable,
  type Variable,
} from './variables.ts'

/**
 * Count the answers to a survey, question by question, with 95 % intervals. With weights, shares and means are those of a population with
 * the given shares; counts stay people. Counts of fewer than five people are hidden from anyone who may not see single answers, who may choose
 * one group of ten people or more by their profile.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getSurveyResults(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  { weights: wanted, ...filter }: SurveyResultsInput,
): Promise<Answer<typeof surveyResults>> {
  const { isRaw, isCharged = false } = reader
  const survey = await readSurvey(db, filter)
  const { title, versions, version } = survey
  const variables = survey.variables.filter((variable) => isRaw || !isOfOther(variable))
  const [openIds, questionIds] = [true, false].map((isOpen) =>
    variables
      .filter(({ type, part }) => part !== CODED && part !== OTHER && (type === 'text') === isOpen)
      .map(({ id }) => id),
  )
  const codedIds = variables.flatMap(({ id, part }) => (part === CODED ? id : []))
  const isPart = !isRaw && survey.version !== 'all' && survey.parts.length > 1
  const part = isPart ? String(survey.version ?? 0) : undefined
  const disclosed = await discloseAnswers({ db }, reader, {
    ...toRespondents(survey, filter),
    ...(isPart && { version: 'all' as const }),
    parts: survey.parts,
  })
  const asked = await widen(db, disclosed.asked)
  const everyone = { ...asked, ...NO_FILTER }
  const groups = isCharged ? [] : await listGroups(db, { ...everyone, quality: 'accepted' }, { isRaw })
  const column = isRaw
    ? null
    : await chooseFilter(db, { asked, groups, part, filter: { ...filter, weights: wanted } })
  // A filter is a column of the table of everyone, with which it could be compared.
  const counting = column ? everyone : asked
  const sample = column
    ? await chooseColumns(db, { asked: everyone, ...column })
    : await weigh(db, { asked, survey, wanted, isRaw })
  const by = sample.by
  const [{ medianSeconds, ...attempts }, days, counted] = await Promise.all([
    countAttempts(db, filter.id),
    countCompletedByDay(db, counting),
    countAnswers(db, counting, { questionIds: questionIds ?? [], openIds: openIds ?? [], codedIds, by }),
  ])
  const isHidden = !isRaw && sample.base < SMALLEST_CELL
  const answersOf = Map.groupBy(counted, ({ questionId, part }) => nameOf({ id: questionId, part }))
  const questions: SurveyResults['questions'] = []
  const pause = createPause()
  for (const variable of variables) {
    await pause()
    const given = isHidden ? [] : (answersOf.get(nameOf(variable)) ?? [])
    if (column && isHidden) questions.push(hideQuestion(variable))
    else if (variable.type === 'text' || isHidden)
      questions.push(describeOpen(variable, { given, tables: column ? sample.tables : [], isRaw }))
    else questions.push(describeClosed(variable, { given, ...sample, isRaw }))
  }
  return {
    id: filter.id,
    title,
    versions,
    version: version === 'all' ? null : (version ?? (versions.length > 0 ? 0 : null)),
    attempts: isRaw ? { ...attempts, accepted: acceptedOf(attempts) } : hideAttempts(attempts),
    countedAt: disclosed.countedAt,
    medianSeconds: isRaw || attempts.completed >= SMALLEST_CELL ? medianSeconds : null,
    days: isRaw ? days : column ? [] : hideDays(days, await listPeriods(db, asked)),
    base: column && isHidden ? null : sample.base,
    effectiveBase: sample.effectiveBase,
    questions,
    groups,
  }
}

/**
 * Days on which fewer than five people came tell when somebody did, and so does the day that is left over: of the survey, and of each period,
 * which a filter of days shows whole.
 */
function hideDays(days: SurveyResults['days'], periods: readonly Period[]) {
  return [...Map.groupBy(days, ({ day }) => nameOfPeriod(periods, day)).values()].flatMap((own) => {
    const shown = suppress(own.map(({ completed }) => completed))
    return own.filter((_, at) => shown[at] !== null)
  })
}

type Attempts = Record<'started' | 'completed' | 'waiting' | 'rejected' | 'screenedOut', number>
const acceptedOf = ({ completed, waiting, rejected }: Attempts) => completed - waiting - rejected

/** Everyone who started completed it, was screened out or did neither. Completed answers were accepted, wait or were rejected. */
function hideAttempts(attempts: Attempts): SurveyResults['attempts'] {
  const { started, completed, waiting, rejected, screenedOut } = attempts
  const [shownCompleted = null, shownOut = null] = suppress([
    completed,
    screenedOut,
    started - completed - screenedOut,
  ])
  const parts = suppress([acceptedOf(attempts), waiting, rejected])
  const [accepted = null, shownWaiting = null, shownRejected = null] = shownCompleted === null ? [] : parts
  return {
    started: isSmall(started) ? null : started,
    completed: shownCompleted,
    accepted,
    waiting: shownWaiting,
    rejected: shownRejected,
    screenedOut: shownOut,
  }
}

const NO_FILTER = { from: undefined, to: undefined, who: undefined, traits: [] }

type Choosing = {
  asked: Respondents
  groups: readonly TraitGroups[]
  /** The version whose answers are counted, where there are others. */
  part: string | undefined
  filter: Omit<SurveyResultsInput, 'id' | 'version'>
}
type Filter = Omit<Parameters<typeof chooseColumns>[1], 'asked'>

/**
 * Read the filter of someone who may not see single answers: one at a time. Two filters that differ by few people would tell what these
 * answered, so each is a column of a table whose small counts are hidden.
 */
async function chooseFilter(db: Db, { asked, groups, part, filter }: Choosing): Promise<Filter | null> {
  const { from, to, who, profile, weights } = filter
  const group = requireOpenGroup(groups, readProfileFilter(profile), { ...filter, part })
  const days = from ?? to
  const given = { who, from: days, weights, version: part }
  const [, second] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name))
  if (second) throw invalidField(second, 'GROUP_NOT_ALONE')
  if (group) {
    const open = listOpenCodes(groups, group.trait)
    return {
      by: group.trait,
      columnOf: (told) => (told && open.includes(told) ? told : REST),
      isChosen: (name) => name === group.code,
      hidesSmall: false,
    }
  }
  if (asked.who) {
    const { questionId, answer } = asked.who
    return {
      by: questionId,
      columnOf: (told) => told ?? '',
      isChosen: (name) => name === answer,
      hidesSmall: true,
    }
  }
  if (part !== undefined)
    return {
      by: 'version',
      columnOf: (told) => told ?? '',
      isChosen: (name) => name === part,
      hidesSmall: true,
    }
  if (days !== undefined) {
    const periods = await listPeriods(db, asked)
    const isChosen = (name: string) => (asked.from ?? '') <= name && name <= (asked.to ?? '9999')
    return { by: 'day', columnOf: (day) => nameOfPeriod(periods, day ?? ''), isChosen, hidesSmall: false }
  }
  return null
}

const MOMENT_TYPES: ReadonlySet<string> = new Set(Object.keys(MOMENTS))

type Describing = {
  given: readonly CountedAnswer[]
  weightOf: (answers: readonly (string | null)[]) => number
  /** Effective people for each person. */
  efficiency: number
  isRaw: boolean
  /** The tables from which the figures could be worked out. */
  tables: readonly Columns[]
}
/** How many people gave an answer, and what they weigh together. */
type Tally = { people: number; weighed: number }

type Writing = Pick<Describing, 'given' | 'isRaw'> & { tables?: readonly Columns[] }

/** Count an open answer: how many people wrote something, of the columns of `tables` that are shown. */
function describeOpen(variable: Variable, { given, isRaw, tables = [] }: Writing): QuestionResult {
  const own = given.filter(({ answers }) =>
    tables.every(({ isChosen, columnOf }) => isChosen(columnOf(answers))),
  )
  const base = own.reduce((sum, { answer, count }) => (answer === 'true' ? sum + count : sum), 0)
  const isShown = tables.every((columns) => {
    const table = hideTable({ variable, given }, columns)
    return [...columns.people.keys()].every((name) => !columns.isChosen(name) || table.isShown('true', name))
  })
  const isHidden = !isRaw && (isSmall(base) || !isShown)
  return {
    ...head(variable),
    base: isHidden ? null : base,
    isSmallBase: base < SMALL_BASE,
    rows: [],
    mean: null,
  }
}

/** Share out the answers to a variable. */
export function describeClosed(
  variable: Variable,
  { given, weightOf, efficiency, isRaw, tables }: Describing,
): QuestionResult {
  const tallies = new Map<string, Tally>()
  const everybody: Tally = { people: 0, weighed: 0 }
  for (const { answer, answers, count } of given) {
    const weight = weightOf(answers)
    if (weight === 0 || answer === '') continue
    if (answer !== null) add(tallies, answer, { people: count, weighed: count * weight })
    if ((answer === null) === variable.isMultiple) {
      everybody.people += count
      everybody.weighed += count * weight
    }
  }
  const { people: base, weighed: sum } = everybody
  const visible = tables.map((columns) => ({ columns, ...hideTable({ variable, given }, columns) }))
  const isHidden = !isRaw && (isSmall(base) || !visible.every(hasBase))
  if (isHidden) return hideQuestion(variable)
  const effective = base * efficiency
  const isSmallBase = base < SMALL_BASE
  const isMoment = MOMENT_TYPES.has(variable.type)
  const counted = variable.type === 'number' ? binNumbers(tallies) : isMoment ? binMoments(tallies) : tallies
  const answers = listAnswersOf(variable, counted.keys())
  const counts = answers.map((answer) => counted.get(answer)?.people ?? 0)
  const isBinned = (variable.type === 'number' || isMoment) && tables.length > 0
  const alone = hide(counts, { isRaw, base, isMultiple: variable.isMultiple, answers })
  const isShown = (answer: string) =>
    visible.every(({ columns, isShown: isCellShown }) =>
      [...columns.people.keys()].every((name) => !columns.isChosen(name) || isCellShown(answer, name)),
    )
  const shown =
    tables.length === 0 ? alone : answers.map((answer, at) => (isShown(answer) ? (counts[at] ?? 0) : null))
  const intervalOf = (share: number) =>
    isSmallBase ? { low: null, high: null } : wilsonInterval(Math.min(1, share), effective)
  return {
    ...head(variable),
    base,
    isSmallBase,
    rows: (isBinned ? [] : answers).map((answer, at) => {
      const count = shown[at] ?? null
      const share = sum === 0 ? 0 : (counted.get(answer)?.weighed ?? 0) / sum
      return {
        answer,
        label: labelOf(variable, answer),
        count,
        share: count === null || sum === 0 ? null : { share, ...intervalOf(share) },
      }
    }),
    mean:
      variable.isNumeric && base > 0 && (isBinned || !shown.includes(null))
        ? isRaw || variable.type !== 'number'
          ? describeMean(...onlyNumbers(variable, { tallies, efficiency }))
          : describeRoughly(...onlyNumbers(variable, { tallies, efficiency }))
        : null,
  }
}

const head = (variable: Variable) => ({
  id: variable.id,
  part: variable.part,
  question: sayVariable(variable),
  type: variable.type,
  isMultiple: variable.isMultiple,
})

const hideQuestion = (variable: Variable): QuestionResult => ({
  ...head(variable),
  base: null,
  isSmallBase: true,
  rows: [],
  mean: null,
})

type Table = { columns: Columns; baseOf: (column: string) => number | null }

/** Whether it may be told how many answered of the columns that are shown. */
const hasBase = ({ columns, baseOf }: Table) =>
  [...columns.people.keys()].every(
    (name) => name === UNANSWERED || !columns.isChosen(name) || baseOf(name) !== null,
  )

type Hiding = { isRaw: boolean; isMultiple: boolean; base: number; answers: readonly string[] }

/** Several answers of one person do not add up to the base, so that none follows from the others. */
function hide(counts: readonly number[], { isRaw, isMultiple, base, answers }: Hiding): (number | null)[] {
  if (isRaw) return [...counts]
  if (isMultiple) return suppressChoices(counts, base)
  const shown = suppressNamed(new Map(answers.map((answer, at) => [answer, counts[at] ?? 0])))
  return answers.map((answer) => shown.get(answer) ?? null)
}

/** Anyone who answered something else instead of a number has no part in the mean. */
function onlyNumbers(
  { labels, type }: Variable,
  { tallies, efficiency }: { tallies: ReadonlyMap<string, Tally>; efficiency: number },
): [Map<string, Tally>, number] {
  const codes = new Set(type === 'number' ? labels.map(({ value }) => value) : [])
  const numbers = new Map([...tallies].filter(([answer]) => !codes.has(answer)))
  const people = Array.from(numbers.values(), (tally) => tally.people)
  return [numbers, people.reduce((sum, count) => sum + count, 0) * efficiency]
}

function add(tallies: Map<string, Tally>, answer: string, more: Tally): void {
  const { people, weighed } = tallies.get(answer) ?? { people: 0, weighed: 0 }
  tallies.set(answer, { people: people + more.people, weighed: weighed + more.weighed })
}

function describeMean(tallies: ReadonlyMap<string, Tally>, effective: number): QuestionResult['mean'] {
  if (tallies.size === 0) return null
  const values = Array.from(tallies, ([value, { weighed }]) => ({ value: Number(value), weight: weighed }))
  const mean = meanOf(values, effective)
  return effective < SMALL_BASE ? { ...mean, low: null, high: null } : mean
}

/**
 * Numbers of a group have no counts beside them: of whole numbers an exact mean and deviation are two equations, and tell the one person who
 * gave a large one. So both are rounded to about the standard error, and few people have neither.
 */
function describeRoughly(tallies: ReadonlyMap<string, Tally>, effective: number): QuestionResult['mean'] {
  if (effective < SMALL_BASE) return null
  const exact = describeMean(tallies, effective)
  if (!exact || exact.deviation === 0) return exact
  const step = niceWidth(exact.deviation / Math.sqrt(effective))
  const [mean, deviation] = [exact.mean, exact.deviation].map((value) =>
    tidy(Math.round(value / step) * step),
  )
  return spread({ mean: mean ?? 0, deviation: deviation ?? 0 }, effective)
}
