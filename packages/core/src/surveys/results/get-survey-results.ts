import { SMALLEST_CELL, type SurveyResults, type SurveyResultsInput } from '@chuma/contract/surveys/results'
import { countAnswers, countAttempts, countCompletedByDay } from '@chuma/db/queries/surveys/survey-results'
import type { Deps } from '../../deps.ts'
import { describeClosed, describeOpen } from './describe-variable.ts'
import { listGroups, listOpenCodes, readProfileFilter, requireOpenGroup } from './groups/groups.ts'
import { readSurvey, toRespondents } from './read-survey.ts'
import { chooseColumn, weigh, within } from './sample.ts'
import { CODED } from './variables.ts'

/** `isRaw`: the reader may see what single people answered. `isCharged`: only answers that the survey's client pays for. */
export type Reader = { isRaw: boolean; isCharged?: boolean }

/**
 * Count the answers to a survey, question by question, with 95 % intervals. With weights, shares and means are those of a population with
 * the given shares; counts stay people. Counts of fewer than five people are hidden from anyone who may not see single answers, who may choose
 * one group of ten people or more by their profile.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getSurveyResults(
  { db }: Pick<Deps, 'db'>,
  { isRaw, isCharged = false }: Reader,
  { weights: wanted, ...filter }: SurveyResultsInput,
): Promise<SurveyResults> {
  const survey = await readSurvey(db, filter)
  const { title, variables, versions, version } = survey
  const asked = { ...toRespondents(survey, filter), isCharged }
  const [openIds, questionIds] = [true, false].map((isOpen) =>
    variables.filter(({ type }) => type !== CODED && (type === 'text') === isOpen).map(({ id }) => id),
  )
  const codedIds = variables.flatMap(({ id, part }) => (part === CODED ? id : []))
  const groups = isCharged
    ? []
    : await listGroups(db, toRespondents(survey, { id: filter.id, quality: 'accepted' }), { isRaw })
  const group = isRaw
    ? null
    : requireOpenGroup(groups, readProfileFilter(filter.profile), { ...filter, weights: wanted })
  // A group is a column of the table of all groups.
  if (group) asked.traits = []
  const sample = group
    ? await chooseColumn(db, { asked, group, open: listOpenCodes(groups, group.trait) })
    : await weigh(db, { asked, survey, wanted, isRaw })
  const by = sample.by
  const [{ medianSeconds, ...attempts }, days, counted] = await Promise.all([
    countAttempts(db, filter.id),
    countCompletedByDay(db, asked),
    countAnswers(db, asked, { questionIds: questionIds ?? [], openIds: openIds ?? [], codedIds, by }),
  ])
  const isHidden = !isRaw && sample.base < SMALLEST_CELL
  return {
    id: filter.id,
    title,
    versions,
    version,
    attempts: { ...attempts, accepted: attempts.completed - attempts.waiting - attempts.rejected },
    medianSeconds,
    days: isRaw ? days : group ? [] : hideDays(days),
    base: sample.base,
    effectiveBase: sample.effectiveBase,
    questions: variables.map((variable) => {
      const given = counted.filter(
        ({ questionId, part }) => questionId === variable.id && part === variable.part,
      )
      if (variable.type === 'text' || isHidden)
        return describeOpen(variable, isHidden ? [] : group ? within(given, sample) : given)
      return describeClosed(variable, { given, ...sample, isRaw })
    }),
    groups,
  }
}

/** Days on which fewer than five people came tell when somebody did. */
const hideDays = (days: SurveyResults['days']) => days.filter(({ completed }) => completed >= SMALLEST_CELL)
