import type { Trx } from '@chuma/db/client'
import { blotOutCallbacks } from '@chuma/db/queries/account/erasure'
import { lockAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import {
  getCallback,
  lockWaitingCallback,
  updateCallbackOutcome,
} from '@chuma/db/queries/payouts/payout-callbacks'
import { findReference } from '@chuma/db/queries/payouts/payout-references'
import type { Deps } from '../../deps.ts'
import type { CallbackOutcome, SpokenPayout } from '../../wallet/spoken-payout.ts'
import { recordFloat } from '../queue/record-float.ts'
import { applyPayoutResult } from './apply-payout-result.ts'
import { doubtPayout } from './doubt-payout.ts'
import { lockPayout } from './lock-payout.ts'
import type { Payouts } from './payouts.ts'

type Callback = Awaited<ReturnType<typeof getCallback>>

/**
 * Makes of a stored call-back whatever it proves, once: its outcome commits with its effect, and is handed back for the log.
 * Duplicates, late ones and ones that contradict what was settled move no points and leave their outcome behind. One from an
 * address that is not the provider's proves nothing: it makes us ask.
 */
export async function processPayoutCallback(
  deps: Deps,
  { callbackId }: { callbackId: string },
): Promise<(CallbackOutcome & { address: string | null }) | null> {
  const callback = await getCallback(deps.db, callbackId)
  if (callback.kind === 'balance') return recordFloat(deps, callbackId, callback)
  const ref = await findReference(deps.db, `${callback.kind}-token`, callback.tokenHash)
  if (!ref) throw new Error(`call-back ${callbackId} names no attempt`)
  return deps.db.transaction().execute(async (trx) => {
    const { withdrawal, attempt: last } = await lockPayout(trx, ref)
    if (!(await lockWaitingCallback(trx, callbackId))) return null
    const payout = { ref, withdrawal, attempt: await lockAttempt(trx, ref), last }
    const judgement = await judge(trx, { payout, callback, payouts: deps.payouts })
    await updateCallbackOutcome(trx, { callbackId, ...judgement })
    // One that comes after its member was erased names him once more.
    await blotOutCallbacks(trx, ref.memberId)
    return { ...judgement, address: callback.address }
  })
}

type Case = { payout: SpokenPayout; callback: Callback; payouts: Payouts }

async function judge(trx: Trx, { payout, callback, payouts }: Case): Promise<CallbackOutcome> {
  const { provider } = payouts
  const isAnswer = callback.kind === 'query'
  // Asking again at once because of an answer could go on for ever; the next query has its time.
  const doubt = async (outcome: CallbackOutcome) => (isAnswer ? outcome : doubtPayout(trx, payout, outcome))

  if (!callback.isFromProvider) {
    return doubt({ outcome: 'foreign-address', detail: callback.address ?? 'no address' })
  }
  // Whatever its body says: no time-out proves that nothing was paid.
  if (callback.kind === 'timeout') return doubt({ outcome: 'timeout', detail: '' })
  if (!provider) return doubtPayout(trx, payout, { outcome: 'no-provider', detail: '' })

  const parsed = isAnswer ? provider.parseStatus(callback.body) : provider.parseResult(callback.body)
  if (parsed.ok) return applyPayoutResult(trx, payout, { result: parsed.value, isAnswer, payouts })
  return doubt({ outcome: 'malformed', detail: parsed.reason })
}
