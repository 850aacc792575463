import type { Trx } from '@chuma/db/client'
import { blotOutCallbacks } from '@chuma/db/queries/account/erasure'
import {
  getCallback,
  lockWaitingCallback,
  updateCallbackOutcome,
} from '@chuma/db/queries/payouts/payout-callbacks'
import { findReference } from '@chuma/db/queries/payouts/payout-references'
import type { Deps } from '../../deps.ts'
import type { CallbackOutcome, SpokenPayout } from '../../wallet/spoken-payout.ts'
import { applyPayoutResult } from '../attempts/apply-payout-result.ts'
import { doubtPayout } from '../attempts/doubt-payout.ts'
import { lockNamed, lockPayout } from '../attempts/lock-payout.ts'
import { recordFloat } from '../queue/record-float.ts'
import { findRail } from '../rails/find-rail.ts'

type Callback = Awaited<ReturnType<typeof getCallback>>

/**
 * Apply a stored callback once: its outcome commits with its effect, and is returned for the log. Duplicates, late
 * results and contradictions move no points and only record an outcome. A callback from an address that is not the
 * provider's proves nothing and causes a status query.
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
    const payout = { ref, withdrawal, attempt: await lockNamed(trx, ref, last), last }
    const judgement = await judge(trx, { payout, callback, deps })
    await updateCallbackOutcome(trx, { callbackId, ...judgement })
    // A callback that arrives after its member's erasure contains their data again.
    await blotOutCallbacks(trx, ref.memberId)
    return { ...judgement, address: callback.address }
  })
}

type Case = { payout: SpokenPayout; callback: Callback; deps: Deps }

async function judge(trx: Trx, { payout, callback, deps }: Case): Promise<CallbackOutcome> {
  const { payouts } = deps
  const rail = findRail(payouts, payout.attempt.provider)
  const isAnswer = callback.kind === 'query'
  // An immediate query because of an answer could loop forever; the next query is scheduled.
  const doubt = async (outcome: CallbackOutcome) => (isAnswer ? outcome : doubtPayout(trx, payout, outcome))

  if (!callback.isFromProvider) {
    return doubt({ outcome: 'foreign-address', detail: callback.address ?? 'no address' })
  }
  // Regardless of its body: a timeout never proves that nothing was paid.
  if (callback.kind === 'timeout') return doubt({ outcome: 'timeout', detail: '' })
  if (!rail) return doubtPayout(trx, payout, { outcome: 'no-provider', detail: '' })

  const parsed = isAnswer ? rail.parseStatus(callback.body) : rail.parseResult(callback.body)
  if (parsed.ok) return applyPayoutResult(trx, payout, { result: parsed.value, isAnswer, payouts, deps })
  return doubt({ outcome: 'malformed', detail: parsed.reason })
}
