import type { Trx } from '@chuma/db/client'
import { blotOutCallbacks } from '@chuma/db/queries/erasure'
import { lockAttempt } from '@chuma/db/queries/payout-attempts'
import { getCallback, lockWaitingCallback, updateCallbackOutcome } from '@chuma/db/queries/payout-callbacks'
import { findReference } from '@chuma/db/queries/payout-references'
import type { Deps } from '../deps.ts'
import { applyPayoutResult } from './apply-payout-result.ts'
import { doubtPayout } from './doubt-payout.ts'
import { lockPayout } from './lock-payout.ts'
import type { PayoutProvider } from './payouts.ts'
import type { CallbackOutcome, SpokenPayout } from './spoken-payout.ts'

type Callback = Awaited<ReturnType<typeof getCallback>>

/**
 * Makes of a stored call-back whatever it proves, once: its outcome commits with its effect. Duplicates, late ones and
 * ones that contradict what was settled move no points and leave their outcome behind.
 */
export async function processPayoutCallback(
  deps: Deps,
  { callbackId }: { callbackId: string },
): Promise<void> {
  const callback = await getCallback(deps.db, callbackId)
  const ref = await findReference(deps.db, `${callback.kind}-token`, callback.tokenHash)
  if (!ref) throw new Error(`call-back ${callbackId} names no attempt`)
  await deps.db.transaction().execute(async (trx) => {
    const { withdrawal, attempt: last } = await lockPayout(trx, ref)
    if (!(await lockWaitingCallback(trx, callbackId))) return
    const payout = { ref, withdrawal, attempt: await lockAttempt(trx, ref), last }
    const judgement = await judge(trx, { payout, callback, provider: deps.payouts.provider })
    await updateCallbackOutcome(trx, { callbackId, ...judgement })
    // One that comes after its member was erased names him once more.
    await blotOutCallbacks(trx, ref.memberId)
  })
}

type Case = { payout: SpokenPayout; callback: Callback; provider: PayoutProvider | null }

async function judge(trx: Trx, { payout, callback, provider }: Case): Promise<CallbackOutcome> {
  // Whatever its body says: no time-out proves that nothing was paid.
  if (callback.kind === 'timeout') return doubtPayout(trx, payout, { outcome: 'timeout', detail: '' })
  if (!provider) return doubtPayout(trx, payout, { outcome: 'no-provider', detail: '' })

  const isAnswer = callback.kind === 'query'
  const parsed = isAnswer ? provider.parseStatus(callback.body) : provider.parseResult(callback.body)
  if (parsed.ok) return applyPayoutResult(trx, payout, { result: parsed.value, isAnswer })
  const malformed = { outcome: 'malformed', detail: parsed.reason }
  // Asking again at once because of an unreadable answer could go on for ever; the next query has its time.
  return isAnswer ? malformed : doubtPayout(trx, payout, malformed)
}
