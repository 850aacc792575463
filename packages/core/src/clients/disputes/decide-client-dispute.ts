import type { DecideClientDisputeInput, staffDispute } from '@chuma/contract/clients/client-disputes'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  creditPlace,
  decideDispute,
  getClientDispute,
  lockDispute,
} from '@chuma/db/queries/clients/client-disputes'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * For finance and owners: decide about a respondent that a client disputes. What is credited goes back to its budget once, and leaves its
 * file. The member keeps their points: the answer was accepted, and a dispute is between us and the client.
 * @throws AppError NOT_FOUND; ALREADY_DECIDED if it was decided, or the answer was taken back meanwhile
 */
export function decideClientDispute(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: disputeId, decision, answer }: DecideClientDisputeInput,
): Promise<Answer<typeof staffDispute>> {
  return db.transaction().execute(async (trx) => {
    const dispute = await lockDispute(trx, disputeId)
    if (!dispute) throw new AppError('NOT_FOUND')
    const { surveyId, respondent, state } = dispute
    if (state !== 'open') throw new AppError('ALREADY_DECIDED')
    if (decision === 'credited' && !(await creditPlace(trx, surveyId, respondent))) {
      throw new AppError('ALREADY_DECIDED')
    }
    await decideDispute(trx, { disputeId, state: decision, answer, decidedBy: staff.name })
    const decided = await getClientDispute(trx, disputeId)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: `client.dispute-${decision}`,
      subject: `survey:${surveyId}`,
      after: { disputeId, respondent, ...(decision === 'credited' && { cents: decided.priceCents }) },
      ...(answer && { reason: answer }),
      address: staff.address,
    })
    return decided
  })
}
