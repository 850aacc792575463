import {
  SMALLEST_CELL,
  type SurveyResults,
  type SurveyResultsInput,
  type surveyResults,
  type TraitGroups,
} from '@chuma/contract/surveys/results'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { countAnswers, countAttempts, countCompletedByDay } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { createPause } from '../../in-turns.ts'
import { describeClosed, describeOpen } from './describe-variable.ts'
import { discloseAnswers, type Reader } from './disclosure.ts'
import { listGroups, listOpenCodes, readProfileFilter, requireOpenGroup } from './groups/groups.ts'
import { listPeriods, nameOfPeriod, widen } from './periods.ts'
import { readSurvey, toRespondents } from './read-survey.ts'
import { chooseColumns, REST, weigh } from './sample.ts'
import { isSmall, suppress } from './suppress.ts'
import { CODED, nameOf } from './variables.ts'

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
  const { title, variables, versions, version } = survey
  const [openIds, questionIds] = [true, false].map((isOpen) =>
    variables.filter(({ type }) => type !== CODED && (type === 'text') === isOpen).map(({ id }) => id),
  )
  const codedIds = variables.flatMap(({ id, part }) => (part === CODED ? id : []))
  const disclosed = await discloseAnswers({ db }, reader, toRespondents(survey, filter))
  const asked = await widen(db, disclosed.asked)
  const everyone = { ...asked, ...NO_FILTER }
  const groups = isCharged ? [] : await listGroups(db, { ...everyone, quality: 'accepted' }, { isRaw })
  const column = isRaw
    ? null
    : await chooseFilter(db, { asked, groups, filter: { ...filter, weights: wanted } })
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
    questions.push(
      variable.type === 'text' || isHidden
        ? describeOpen(variable, { given, tables: column ? sample.tables : [], isRaw })
        : describeClosed(variable, { given, ...sample, isRaw }),
    )
  }
  return {
    id: filter.id,
    title,
    versions,
    version,
    attempts: isRaw ? { ...attempts, accepted: acceptedOf(attempts) } : hideAttempts(attempts),
    countedAt: disclosed.countedAt,
    medianSeconds: isRaw || attempts.completed >= SMALLEST_CELL ? medianSeconds : null,
    days: isRaw ? days : column ? [] : hideDays(days),
    base: column && isHidden ? null : sample.base,
    effectiveBase: sample.effectiveBase,
    questions,
    groups,
  }
}

/** Days on which fewer than five people came tell when somebody did, and so does the day that is left over. */
function hideDays(days: SurveyResults['days']) {
  const shown = suppress(days.map(({ completed }) => completed))
  return days.filter((_, at) => shown[at] !== null)
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
  filter: Omit<SurveyResultsInput, 'id' | 'version'>
}
type Filter = Omit<Parameters<typeof chooseColumns>[1], 'asked'>

/**
 * Read the filter of someone who may not see single answers: one at a time. Two filters that differ by few people would tell what these
 * answered, so each is a column of a table whose small counts are hidden.
 */
async function chooseFilter(db: Db, { asked, groups, filter }: Choosing): Promise<Filter | null> {
  const { from, to, who, profile, weights } = filter
  const group = requireOpenGroup(groups, readProfileFilter(profile), filter)
  const days = from ?? to
  const given = { who, from: days, weights }
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
  if (days !== undefined) {
    const periods = await listPeriods(db, asked)
    const isChosen = (name: string) => (asked.from ?? '') <= name && name <= (asked.to ?? '9999')
    return { by: 'day', columnOf: (day) => nameOfPeriod(periods, day ?? ''), isChosen, hidesSmall: false }
  }
  return null
}
