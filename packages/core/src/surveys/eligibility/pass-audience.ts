import type { SaveEligibilityInput } from '@chuma/contract/surveys/eligibility/eligibility'
import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import type { Trx } from '@chuma/db/client'
import type { StoredOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { passApproval } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { toOfferInput } from '../offers/stored-offer.ts'
import { countIfNarrow } from './count-if-narrow.ts'
import { requireAsRead, toMembersShown } from './members-shown.ts'

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
  await requireAsRead(trx, staff, count)
  const members = count === undefined ? null : toMembersShown(count)
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
