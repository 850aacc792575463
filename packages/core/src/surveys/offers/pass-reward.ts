import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { CreateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import type { Trx } from '@chuma/db/client'
import type { ApprovedBy } from '../../admin/approvals/approval.ts'
import { exceedsDay } from '../../admin/approvals/exceeds-day.ts'
import { passApproval, type Wish } from '../../admin/approvals/pass-approval.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { countIfFewThere, countIfNarrow } from '../eligibility/count-if-narrow.ts'
import { requireAsRead, toMembersShown } from '../eligibility/members-shown.ts'

export type OfferAct = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }
type Change = Pick<Wish, 'kind' | 'subject' | 'payload'> & {
  before: CreateSurveyInput | null
  after: CreateSurveyInput
  /** Who may take it. */
  rule: Rule | null
}

/**
 * Let an offer's new reward through, or stop it until a second person approves it. It counts by how much a member gets more than
 * before, as a reward and when they are screened out: some members get one, some the other. A higher reward or another country of
 * a survey that is for fewer members than `minimumAudience` always waits.
 */
export async function passReward(
  { deps, trx, staff }: OfferAct,
  { rule, ...change }: Change,
): Promise<ApprovedBy & { amountKes?: number }> {
  const terms = await deps.economy()
  const worth = (offer: CreateSurveyInput | null) =>
    offer ? (rewardPoints(offer.reward, terms.pointsPerUsd) + offer.screenOutPoints) * terms.kesPerPoint : 0
  const amountKes = Math.max(0, worth(change.after) - worth(change.before))
  const mayFavour = amountKes > 0 || change.after.country !== change.before?.country
  const count = mayFavour ? await countFew(trx, { country: change.after.country, rule, terms }) : undefined
  await requireAsRead(trx, staff, count)
  const few = count === undefined ? {} : { members: toMembersShown(count) }
  const approved = await passApproval(
    trx,
    { ...change, after: { ...change.after, ...few }, amountKes, reason: null },
    {
      staff,
      isAboveLimit: async () =>
        count !== undefined || exceedsDay(deps, trx, { staff, limited: 'offers', amountKes, terms }),
    },
  )
  return { ...(amountKes > 0 && { amountKes }), ...approved }
}

type Audience = { country: string; rule: Rule | null; terms: Economy }

async function countFew(trx: Trx, { country, rule, terms }: Audience): Promise<number | undefined> {
  const minimum = terms.minimumAudience
  const count = await countIfNarrow(trx, { country, rule, minimum })
  return count ?? countIfFewThere(trx, { country, minimum })
}
