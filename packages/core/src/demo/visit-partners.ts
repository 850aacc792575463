import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listSurveys } from '../surveys/list-surveys.ts'
import { startSurvey } from '../surveys/start-survey.ts'

/** Open every partner's survey that the member has not started, so that staff see clicks. */
export async function visitPartners(deps: Deps, member: SignedInMember): Promise<void> {
  const surveys = await listSurveys(deps, member)
  const waiting = surveys.filter(({ kind, status }) => kind === 'external' && status === null)
  for (const { id } of waiting) await startSurvey(deps, member, { surveyId: id })
}
