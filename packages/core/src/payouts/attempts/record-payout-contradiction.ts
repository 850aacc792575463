import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { CallbackOutcome, SpokenPayout } from '../../wallet/spoken-payout.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { pauseBecause } from '../pauses/pause-because.ts'
import { claimReported } from '../receipts/claim-reported.ts'
import { giveUpAttempt } from './give-up-attempt.ts'
import type { PayoutResult } from './payouts.ts'

/**
 * Record that the provider contradicts a settled result. Nothing is undone automatically: it goes into the audit log, the member's
 * payouts are paused until a person knows what happened, the owners get a mail, and a newer attempt that was not sent is stopped, because the member may have been paid already.
 */
export async function recordPayoutContradiction(
  trx: Trx,
  { ref, attempt, last, withdrawal }: SpokenPayout,
  result: PayoutResult,
): Promise<CallbackOutcome> {
  const receipt = result.receipt ?? 'not named'
  const saidPaid = result.verdict === 'paid'
  if (saidPaid) await claimReported(trx, { ref, withdrawal }, result)
  const detail = saidPaid
    ? `Said to be paid, receipt ${receipt}`
    : `Said to have failed: ${result.description}`
  await insertAuditEntry(trx, {
    actor: 'system',
    action: 'payout.contradiction',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: {
      status: withdrawal.status,
      attemptNo: attempt.attemptNo,
      state: attempt.state,
      receipt: attempt.receipt,
    },
    after: { code: result.code, receipt: result.receipt ?? null, amountKes: result.amountKes ?? null },
    reason: detail,
    address: null,
  })
  await pauseBecause(trx, ref, saidPaid ? 'paid' : 'failed')
  if (!saidPaid || attempt.state === 'paid') return { outcome: 'contradiction', detail }

  await updateAttempt(trx, ref, { receipt, resultCode: result.code, resultDescription: detail })
  if (last?.state === 'prepared') {
    const resultDescription = `Stopped because of an earlier attempt: ${detail}`
    await giveUpAttempt(trx, { ref, attempt: last }, { by: 'provider', resultDescription })
    await moveWithdrawal(trx, { ref, withdrawal }, { to: 'needs_review', by: 'provider' })
  }
  return { outcome: 'contradiction', detail }
}
