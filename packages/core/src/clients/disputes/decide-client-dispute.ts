import type { DecideClientDisputeInput, staffDispute } from '@chuma/contract/clients/client-disputes'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  creditPlace,
  decideDispute,
  getClientDispute,
  hadPartIn,
  lockDispute,
} from '@chuma/db/queries/clients/client-disputes'
import { exceedsDay } from '../../admin/approvals/exceeds-day.ts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { CompanyDeps } from '../../admin/approvals/pass-company-change.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { listDeciders } from '../../payouts/approvals/require-another.ts'

/**
 * For finance and owners: decide about a respondent that a client disputes. What is credited goes back to its budget once, and leaves its
 * file. The member keeps their points: the answer was accepted, and a dispute is between us and the client. A credit is money that a friend
 * of the client could give away: it needs someone without a part in the survey, and a second person as other money does.
 * @throws AppError NOT_FOUND; ALREADY_DECIDED if it was decided, or the answer was taken back meanwhile; for a credit APPROVAL_PENDING, and
 * FORBIDDEN for one's own survey
 */
export function decideClientDispute(
  deps: CompanyDeps,
  staff: StaffActor,
  input: DecideClientDisputeInput,
): Promise<Answer<typeof staffDispute>> {
  const { id: disputeId, decision, answer } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const dispute = await lockDispute(trx, disputeId)
      if (!dispute) throw new AppError('NOT_FOUND')
      const { surveyId, respondent, state } = dispute
      if (state !== 'open') throw new AppError('ALREADY_DECIDED')
      const acts = decision === 'credited' ? await credit({ deps, trx, staff }, { dispute, input }) : {}
      await decideDispute(trx, { disputeId, state: decision, answer, decidedBy: staff.name })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: `client.dispute-${decision}`,
        subject: `survey:${surveyId}`,
        after: { disputeId, respondent, ...acts },
        ...(answer && { reason: answer }),
        address: staff.address,
      })
      return getClientDispute(trx, disputeId)
    }),
  )
}

type Act = { deps: CompanyDeps; trx: Trx; staff: StaffActor }
type Dispute = { surveyId: string; respondent: string }
type Credit = { dispute: Dispute; input: DecideClientDisputeInput }

async function credit({ deps, trx, staff }: Act, { dispute, input }: Credit) {
  const { surveyId, respondent } = dispute
  const actors = listDeciders(staff).map(({ name }) => name)
  if (await hadPartIn(trx, { surveyId, respondent, actors })) {
    throw new AppError('FORBIDDEN', { why: 'ownSurvey' })
  }
  const { priceCents: cents } = await getClientDispute(trx, input.id)
  const amountKes = Math.ceil(cents / 100)
  const terms = await deps.economy()
  const approved = await passApproval(
    trx,
    {
      kind: 'decide-client-dispute',
      subject: `survey:${surveyId}`,
      payload: input,
      before: { state: 'open' },
      after: { state: 'credited', cents },
      amountKes,
      reason: input.answer || null,
    },
    {
      staff,
      isAboveLimit: async () =>
        terms.companyChangesNeedTwo ||
        (await exceedsDay(deps, trx, { staff, limited: 'credits', amountKes, terms })),
    },
  )
  if (!(await creditPlace(trx, surveyId, respondent))) throw new AppError('ALREADY_DECIDED')
  return { cents, amountKes, ...approved }
}
