import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { CreateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import type { Trx } from '@chuma/db/client'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { exceedsDay } from '../../admin/approvals/exceeds-day.ts'
import { passApproval, type Wish } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'

export type OfferAct = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }
type Change = Pick<Wish, 'kind' | 'subject' | 'payload'> & {
  before: CreateSurveyInput | null
  after: CreateSurveyInput
}

/**
 * Let an offer's new reward through, or stop it until a second person approves it. It counts by how much a member gets more than
 * before, as a reward and when they are screened out: some members get one, some the other.
 */
export async function passReward(
  { deps, trx, staff }: OfferAct,
  change: Change,
): Promise<ApprovedBy & { amountKes?: number }> {
  const terms = await deps.economy()
  const worth = (offer: CreateSurveyInput | null) =>
    offer ? (rewardPoints(offer.reward, terms.pointsPerUsd) + offer.screenOutPoints) * terms.kesPerPoint : 0
  const amountKes = Math.max(0, worth(change.after) - worth(change.before))
  const approved = await passApproval(
    trx,
    { ...change, amountKes, reason: null },
    { staff, isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'offers', amountKes, terms }) },
  )
  return { ...(amountKes > 0 && { amountKes }), ...approved }
}
