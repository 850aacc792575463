import type {
  CommissionedSurvey,
  MyCrossTabInput,
  MyResultsInput,
  myResults,
} from '@chuma/contract/clients/client-surveys'
import type { CrossTab } from '@chuma/contract/surveys/results'
import type { Answer } from '@chuma/contract/timestamp'
import { listCommissioned } from '@chuma/db/queries/clients/client-surveys'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getCrossTab } from '../../surveys/results/get-cross-tab.ts'
import { getSurveyResults } from '../../surveys/results/get-survey-results.ts'
import type { ClientActor } from '../sessions/require-client.ts'
import { requireOwnSurvey } from './require-own-survey.ts'

type Reading = Pick<Deps, 'db'>

/** List the surveys that the caller's organisation commissioned; by a link to one, that one without its price. */
export async function listMySurveys(
  { db }: Reading,
  { organisationId, surveyId }: ClientActor,
  page: { after?: string | undefined; limit: number },
): Promise<CommissionedSurvey[]> {
  const found = await listCommissioned(db, { organisationId, surveyId, ...page })
  return found.map((survey) => withoutPrice(survey, surveyId))
}

const withoutPrice = (survey: CommissionedSurvey, link: string | null) =>
  link === null ? survey : { ...survey, priceCents: null }

/** Read how a survey is doing. @throws AppError SURVEY_NOT_FOUND */
export async function getMySurvey(
  { db }: Reading,
  client: ClientActor,
  { id }: { id: string },
): Promise<CommissionedSurvey> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  const [found] = await listCommissioned(db, { organisationId: client.organisationId, surveyId, limit: 1 })
  if (!found) throw new AppError('SURVEY_NOT_FOUND')
  return withoutPrice(found, client.surveyId)
}

/**
 * Count the answers that a client pays for, as staff see counts who may not see single answers. There are no filters: two of them
 * that differ by few people would tell what these answered.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function getMyResults(
  deps: Reading,
  client: ClientActor,
  { id, version }: MyResultsInput,
): Promise<Answer<typeof myResults>> {
  const { accepted, inField } = await getMySurvey(deps, client, { id })
  const read = await getSurveyResults(
    deps,
    { isRaw: false, isCharged: true },
    { id, version, quality: 'accepted' },
  )
  const { attempts: _, effectiveBase: __, medianSeconds: ___, groups: ____, ...results } = read
  return { ...results, accepted, inField }
}

/**
 * Set the answers to one question that a client pays for against those to another, as staff see them who may not see single answers.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getMyCrossTab(
  { db }: Reading,
  client: ClientActor,
  { id, ...asked }: MyCrossTabInput,
): Promise<CrossTab> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  return getCrossTab(
    { db },
    { isRaw: false, isCharged: true },
    { ...asked, id: surveyId, quality: 'accepted' },
  )
}
