import { ruleAfter, type SaveEligibilityInput } from '@chuma/contract/surveys/eligibility/eligibility'
import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Trx } from '@chuma/db/client'
import { findApprovalPayload } from '@chuma/db/queries/admin/approvals'
import type { StoredOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { toOfferInput } from '../offers/stored-offer.ts'
import { countIfNarrow } from './count-if-narrow.ts'

type Change = { input: SaveEligibilityInput; offer: StoredOffer; before: Rule | null; minimum: number }

/**
 * Let a survey's new rule through, or stop it until a second person approves it, because it fits so few members that they could be
 * friends of the person who saves it. The caller has locked the survey.
 * @throws ApprovalNeeded; AppError APPROVAL_STATE if far fewer members fit now than the approver read
 */
export async function passAudience(
  { trx, staff }: { trx: Trx; staff: StaffActor },
  { input, offer, before, minimum }: Change,
): Promise<ApprovedBy> {
  const { id, rule } = input
  const count = await countIfNarrow(trx, { country: offer.country, rule, minimum })
  if (staff.approval && count !== undefined) await requireAsRead(trx, staff.approval.approvalId, count)
  const members = count !== undefined && count > 0 && count < SMALLEST_CELL ? null : (count ?? null)
  // In the request, so that the survey cannot become another while the second person thinks about it.
  const { title, reward, screenOutPoints, country } = toOfferInput(offer)
  const survey = { title, reward, screenOutPoints, country }
  return passApproval(
    trx,
    {
      kind: 'save-eligibility',
      subject: `survey:${id}`,
      payload: input,
      before: { ...survey, rule: before },
      after: { ...survey, rule, members },
      amountKes: null,
      reason: null,
    },
    { staff, isAboveLimit: async () => count !== undefined },
  )
}

/** Members become inactive every day, so a few less are the same audience. */
async function requireAsRead(trx: Trx, approvalId: string, count: number): Promise<void> {
  const request = await findApprovalPayload(trx, approvalId)
  const { members } = ruleAfter.parse(request?.after)
  if (members !== null && count * 2 < members) throw new AppError('APPROVAL_STATE', { state: 'outdated' })
}
