import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { type ClaimDecision, type LockedClaim, updateClaimState } from '@chuma/db/queries/partners/claims'
import { bookReward } from '@chuma/db/queries/wallet/rewards'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { type ClaimEffect, type ClaimState, claimMachine } from './transitions.ts'

type Move = ClaimDecision & { to: ClaimState; by: Mover }

/**
 * Move a claim that the caller has locked, and pay it when it is credited.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveClaim(trx: Trx, claim: LockedClaim, { to, by, ...decision }: Move): Promise<void> {
  const from = claim.state
  const effects = await takeStep(claimMachine, { from, to, by }, () =>
    updateClaimState(trx, claim, { ...decision, from, to }),
  )
  const subject = `claim:${claim.claimId}`
  await outdateWaiting(trx, { subject, kinds: ['decide-claim'], by, actor: decision.decidedBy })
  for (const effect of effects) await bringAbout[effect](trx, claim, decision)
}

export const claimSourceKey = (clickId: string) => `claim:${clickId}`

const bringAbout: Record<
  ClaimEffect,
  (trx: Trx, claim: LockedClaim, decision: ClaimDecision) => Promise<unknown>
> = {
  'post claim': (trx, { memberId, clickId, title }, { points, decidedBy }) =>
    bookReward(trx, {
      memberId,
      kind: 'claim',
      points: points ?? 0,
      sourceKey: claimSourceKey(clickId),
      description: `Claim granted: ${title}`,
      subjectId: clickId,
      actor: decidedBy,
    }),
  'tell member': (trx, { memberId, clickId }) => insertJob(trx, 'send-claim-decided', { memberId, clickId }),
}
