import type { Trx } from '@chuma/db/client'
import {
  type getCallback,
  lockWaitingCallback,
  updateCallbackOutcome,
} from '@chuma/db/queries/payouts/payout-callbacks'
import {
  findFloatQuery,
  isAnyWaitingForFloat,
  setFloatLow,
  upsertFloat,
} from '@chuma/db/queries/payouts/payout-float'
import { lockQueue } from '@chuma/db/queries/payouts/payout-queue'
import type { Deps } from '../../deps.ts'
import type { CallbackOutcome } from '../../wallet/spoken-payout.ts'
import { findRail } from '../rails/find-rail.ts'
import { alarmLowFloat } from './alarm-low-float.ts'

type Callback = Awaited<ReturnType<typeof getCallback>>
type Known = CallbackOutcome & { address: string | null }
type Balance = { provider: string; availableKes: number; askedAt: Date }

/** Record our balance as reported by the provider, and alarm staff once if it is too low. */
export async function recordFloat(deps: Deps, callbackId: string, callback: Callback): Promise<Known | null> {
  const { minimumFloatKes } = await deps.economy()
  const query = await findFloatQuery(deps.db, callback.tokenHash)
  const parsed = query && findRail(deps.payouts, query.provider)?.parseBalance?.(callback.body)
  return deps.db.transaction().execute(async (trx) => {
    if (!(await lockWaitingCallback(trx, callbackId))) return null
    const outcome = await judge(trx)
    await updateCallbackOutcome(trx, { callbackId, ...outcome })
    return { ...outcome, address: callback.address }
  })

  async function judge(trx: Trx): Promise<CallbackOutcome> {
    if (!callback.isFromProvider) {
      return { outcome: 'foreign-address', detail: callback.address ?? 'no address' }
    }
    if (!query) return { outcome: 'late', detail: '' }
    if (!parsed?.ok) return { outcome: 'malformed', detail: parsed?.reason ?? 'No provider reads it' }
    return keepBalance(trx, { ...query, ...parsed.value }, minimumFloatKes)
  }
}

/** Keep a balance unless a newer one is known. */
export async function keepBalance(
  trx: Trx,
  balance: Balance,
  minimumFloatKes: number,
): Promise<CallbackOutcome> {
  const { provider, availableKes } = balance
  // The decision to send reads the balance under the same lock.
  await lockQueue(trx, provider)
  const detail = `KES ${availableKes}`
  if (!(await upsertFloat(trx, balance))) return { outcome: 'late', detail }
  // The alarm stays on while a payout waits for money, even above the minimum: otherwise every answer would raise it again.
  const isLow = availableKes < minimumFloatKes || (await isAnyWaitingForFloat(trx, provider))
  if ((await setFloatLow(trx, provider, isLow)) && isLow) await alarmLowFloat(trx, provider, availableKes)
  return { outcome: 'balance', detail }
}
