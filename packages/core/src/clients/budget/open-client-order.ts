import type { OpenClientOrderInput } from '@chuma/contract/clients/client-budget'
import type { clientOrder } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findOrder, insertOrder } from '@chuma/db/queries/clients/client-budget'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * For finance and owners: open a survey's order at a price for each accepted complete. From then on a start takes room of the client's
 * budget. A price agreed with a friend would give answers away: where company changes need two people, a second one approves it.
 * @throws AppError NOT_FOUND for a survey without a client, ALREADY_DECIDED for one with an order, APPROVAL_PENDING
 */
export function openClientOrder(
  deps: Deps,
  staff: StaffActor,
  input: OpenClientOrderInput,
): Promise<Answer<typeof clientOrder>> {
  const { surveyId, priceCents } = input
  return orAskAnother(deps, staff, async (deps) => {
    const { companyChangesNeedTwo } = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const survey = await findClientSurvey(trx, surveyId)
      if (!survey) throw new AppError('NOT_FOUND')
      const { organisationId } = survey
      if (await findOrder(trx, surveyId)) throw new AppError('ALREADY_DECIDED')
      const acts = await passApproval(
        trx,
        {
          kind: 'open-client-order',
          subject: `survey:${surveyId}`,
          payload: input,
          before: null,
          after: { organisationId, priceCents },
          amountKes: Math.round(priceCents / 100),
          reason: null,
        },
        { staff, isAboveLimit: async () => staff.name !== 'system' && companyChangesNeedTwo },
      )
      const by = { openedBy: staff.name, approvedBy: acts.approvedBy ?? null }
      if (!(await insertOrder(trx, { surveyId, organisationId, priceCents, ...by }))) {
        throw new AppError('ALREADY_DECIDED')
      }
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'client.order-opened',
        subject: `survey:${surveyId}`,
        after: { organisationId, priceCents, ...acts },
        address: staff.address,
      })
      const order = await findOrder(trx, surveyId)
      if (!order) throw new Error('the order was just opened')
      return order
    })
  })
}
