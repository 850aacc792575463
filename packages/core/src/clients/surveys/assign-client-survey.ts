import type { AssignClientSurveyInput, clientDetail } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { findClient } from '@chuma/db/queries/clients/clients'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getClient } from '../people/create-client.ts'

/**
 * For content, finance and owners: say which organisation commissioned a survey of our own questions. From then on its people see it.
 * There is no way back: what they saw they have seen.
 * @throws AppError NOT_FOUND, INVALID_INPUT for a survey that has a client or asks nothing itself
 */
export function assignClientSurvey(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { clientId: organisationId, surveyId }: AssignClientSurveyInput,
): Promise<Answer<typeof clientDetail>> {
  return db.transaction().execute(async (trx) => {
    if (!(await findClient(trx, organisationId))) throw new AppError('NOT_FOUND')
    const offer = await findOffer(trx, surveyId)
    if (offer?.kind !== 'questions') throw invalidField('surveyId', 'SURVEY_NOT_FOR_CLIENTS')
    const assigned = await insertClientSurvey(trx, { surveyId, organisationId, assignedBy: staff.name })
    if (!assigned) throw invalidField('surveyId', 'SURVEY_HAS_CLIENT')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'client.survey-assigned',
      subject: `survey:${surveyId}`,
      after: { organisationId },
      address: staff.address,
    })
    return getClient(trx, organisationId)
  })
}
