import type { Trx } from '@chuma/db/client'
import { type LockedCredit, updateCreditState } from '@chuma/db/queries/partners/credits'
import { findPostingBySource } from '@chuma/db/queries/wallet/ledger'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import { type Mover, takeStep } from '../../state-machine.ts'
import { postPoints } from '../../wallet/post-points.ts'
import { claimSourceKey } from '../claims/move-claim.ts'
import { type CreditEffect, type CreditState, creditMachine } from '../transitions.ts'
import { creditSourceKey, payCredit } from './pay-credit.ts'

type Move = {
  to: CreditState
  by: Mover
  reason: string | null
  /** What it pays, if that is not what it was announced with. */
  points?: number
  decidedBy?: string
}

/**
 * Move a credit that the caller has locked, and post what the step posts.
 * @throws AppError ALREADY_DECIDED for a step that is not in the table
 */
export async function moveCredit(
  trx: Trx,
  credit: LockedCredit,
  { to, by, reason, points = credit.points, decidedBy }: Move,
): Promise<void> {
  const from = credit.state
  const effects = await takeStep(creditMachine, { from, to, by }, () =>
    updateCreditState(trx, credit, { from, to, reason, points, decidedBy }),
  )
  if (from === 'review') {
    const subject = creditSubject(credit.creditId)
    await outdateWaiting(trx, { subject, kinds: ['decide-credit-review'], by, actor: decidedBy ?? 'system' })
  }
  for (const effect of effects) await bringAbout[effect](trx, { ...credit, points })
}

export const creditSubject = (creditId: string) => `credit:${creditId}`

const bringAbout: Record<CreditEffect, (trx: Trx, credit: LockedCredit) => Promise<unknown>> = {
  'post reward': payCredit,
  'post reversal': postReversal,
}

/** Reverse exactly what was paid: by the credit, or by the claim that it confirmed. May make the balance negative. */
async function postReversal(trx: Trx, credit: LockedCredit): Promise<void> {
  const { memberId, creditId, partnerId, transactionId, clickId, claimId } = credit
  const source = claimId && clickId ? claimSourceKey(clickId) : creditSourceKey(credit)
  const posting = await findPostingBySource(trx, memberId, source)
  if (!posting) throw new Error(`credit ${creditId} is available and was never posted`)
  await postPoints(trx, {
    memberId,
    kind: 'reversal',
    availableDelta: -posting.points,
    heldDelta: 0,
    houseAccount: 'reversals',
    sourceKey: `reversal:${partnerId}:${transactionId}`,
    description: `Taken back by our partner: ${credit.title}`,
    subjectId: creditId,
    reversesSeq: posting.id,
    actor: `partner:${partnerId}`,
  })
}
