import type { Db } from '@chuma/db/client'
import { listCategories } from '@chuma/db/queries/surveys/categories'
import { getQuestionnaire, listVersions } from '@chuma/db/queries/surveys/questionnaires'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField } from '../../app-error.ts'
import { questionsOf } from '../questions-of.ts'
import { readProfileFilter, toTraits } from './groups/groups.ts'
import { CODED, listPlainVariables, listVariables, type Variable, withCategories } from './variables.ts'

type Filter = {
  id: string
  version?: number | undefined
  from?: string | undefined
  to?: string | undefined
  quality: 'accepted' | 'all'
  who?: string | undefined
  profile?: string | undefined
}

export type ReadSurvey = {
  title: string
  variables: Variable[]
  /** Of its questionnaire, newest first; none if it asks a plain list. */
  versions: number[]
  /** The one whose answers are counted. Null: the plain list's. */
  version: number | null
}

/**
 * Load what a survey asks: one version of its questionnaire, by default the newest, or its plain list.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE if it asks nothing itself; INVALID_INPUT for an unknown version
 */
export async function readSurvey(
  db: Db,
  { id, version: asked }: { id: string; version?: number | undefined },
): Promise<ReadSurvey> {
  const offer = await findOffer(db, id)
  if (!offer) throw new AppError('SURVEY_NOT_FOUND')
  const versions = (await listVersions(db, id)).map(({ version }) => version)
  if (asked !== undefined && !versions.includes(asked))
    throw invalidField('version', 'NOT_AN_OPTION', { options: versions.map(String) })
  const version = asked ?? versions[0] ?? null
  const asks =
    version === null
      ? listPlainVariables(questionsOf(offer))
      : listVariables(await getQuestionnaire(db, id, version))
  if (asks.length === 0) throw new AppError('RESULTS_ELSEWHERE')
  const variables = withCategories(asks, await listCategories(db, { surveyId: id, version }))
  return { title: offer.title, variables, versions, version }
}

type Kind = 'single' | 'closed' | 'open'

/**
 * Find what a call names by its number. `single`: everybody has one answer to it. `closed`: its answers can be counted,
 * or their categories, if it is open and sorted into some.
 * @throws AppError INVALID_INPUT that names the field
 */
export function requireVariable(
  { variables }: Pick<ReadSurvey, 'variables'>,
  { id, field, kind }: { id: number; field: string; kind: Kind },
): Variable {
  const asked = variables.find((one) => one.id === id && one.part === '')
  const coded = variables.find((one) => one.id === id && one.part === CODED)
  const found = kind === 'closed' ? (coded ?? asked) : asked
  const isOpen = found?.type === 'text'
  const fits =
    kind === 'open' ? isOpen : !isOpen && !(kind === 'single' && (found?.isMultiple || isFree(found)))
  if (!found || !fits) throw invalidField(field, 'SURVEY_QUESTION_UNKNOWN')
  return found
}

const isFree = (variable: Variable | undefined) => variable?.labels.length === 0

export function toRespondents(
  survey: Pick<ReadSurvey, 'variables' | 'version'>,
  filter: Filter,
): Respondents {
  const { id: surveyId, from, to, quality, who, profile } = filter
  const [, number = '', answer = ''] = /^(\d+)=([\s\S]*)$/.exec(who ?? '') ?? []
  if (who !== undefined) requireVariable(survey, { id: Number(number), field: 'who', kind: 'single' })
  return {
    surveyId,
    version: survey.version,
    from,
    to,
    quality,
    who: who === undefined ? undefined : { questionId: Number(number), answer },
    traits: profile === undefined ? undefined : toTraits(readProfileFilter(profile)),
  }
}

/** What a variable offers, in its order, and after it what was answered to an earlier wording. */
export function listAnswersOf({ labels }: Variable, given: Iterable<string>): string[] {
  return [...new Set([...labels.map(({ value }) => value), ...given])]
}

export const labelOf = ({ labels }: Pick<Variable, 'labels'>, answer: string): string =>
  labels.find(({ value }) => value === answer)?.label ?? answer
