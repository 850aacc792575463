import {
  type DisputeRespondentInput,
  mostDisputes,
  type myDisputes,
} from '@chuma/contract/clients/client-disputes'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import {
  countDisputes,
  insertDispute,
  isRespondentCharged,
  listSurveyDisputes,
} from '@chuma/db/queries/clients/client-disputes'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type ClientActor, requireWholeClient } from '../sessions/require-client.ts'
import { requireOwnSurvey } from '../surveys/require-own-survey.ts'

type Disputes = Answer<typeof myDisputes>

/** List the respondents of a survey that its client disputed, and how many more it may. @throws AppError SURVEY_NOT_FOUND */
export async function listMyDisputes(
  { db }: Pick<Deps, 'db'>,
  client: ClientActor,
  { id }: { id: string },
): Promise<Disputes> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  return readDisputes(db, surveyId)
}

/**
 * Dispute a respondent of one's own survey. A client that may dispute everything would read all answers for nothing, so a tenth of the
 * accepted answers is the limit, and three in any case.
 * @throws AppError SURVEY_NOT_FOUND, DISPUTE_LIMIT; FORBIDDEN by a link to one survey; INVALID_INPUT for a pseudonym that is not in the
 * file, whatever the reason, or was disputed before
 */
export async function disputeRespondent(
  { db }: Pick<Deps, 'db'>,
  client: ClientActor,
  { surveyId: id, respondent, reason }: DisputeRespondentInput,
): Promise<Disputes> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  requireWholeClient(client)
  await db.transaction().execute(async (trx) => {
    // Disputes at once would each see room for one more.
    await lockClientAccount(trx, client.organisationId)
    if (!(await isRespondentCharged(trx, surveyId, respondent))) {
      throw invalidField('respondent', 'NOT_IN_FILE')
    }
    const { accepted, disputed } = await countDisputes(trx, surveyId)
    const dispute = { surveyId, respondent, reason, disputedBy: client.userId }
    const disputeId = await insertDispute(trx, dispute)
    if (!disputeId) throw invalidField('respondent', 'RESPONDENT_DISPUTED')
    if (disputed >= mostDisputes(accepted)) throw new AppError('DISPUTE_LIMIT')
    await insertAuditEntry(trx, {
      actor: client.audited,
      action: 'client.disputed',
      subject: `survey:${surveyId}`,
      after: { organisationId: client.organisationId, disputeId, respondent },
      address: client.address,
    })
  })
  return readDisputes(db, surveyId)
}

async function readDisputes(db: Db, surveyId: string): Promise<Disputes> {
  const { accepted, disputed } = await countDisputes(db, surveyId)
  return {
    left: Math.max(0, mostDisputes(accepted) - disputed),
    disputes: await listSurveyDisputes(db, surveyId),
  }
}
