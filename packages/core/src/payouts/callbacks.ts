import { createHash } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { findReference, insertReference, lockAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import {
  getCallback,
  insertCallback,
  lockWaitingCallback,
  updateCallbackOutcome,
} from '@chuma/db/queries/payouts/payout-callbacks'
import { findFloatQuery } from '@chuma/db/queries/payouts/payout-queue'
import { blotOutCallbacks } from '@chuma/db/queries/personal-data/erasure'
import { AppError } from '../app-error.ts'
import { toStorableAddress } from '../auth/identify-caller.ts'
import type { Deps } from '../deps.ts'
import { hashPayoutToken } from '../wallet/providers.ts'
import { applyPayoutResult, doubtPayout } from './attempts/apply-payout-result.ts'
import {
  type CallbackOutcome,
  type CallbackProof,
  lockNamed,
  lockPayout,
  type SpokenPayout,
} from './attempts/payouts.ts'
import { recordFloat } from './queue/queue.ts'
import { findRail, isWithin } from './rails.ts'

/** If no job has processed the callback by then, the sweep queues another. */
const PATIENCE_SECONDS = 10

export type ReceivedCallback = {
  kind: 'result' | 'timeout' | 'query' | 'balance'
  token: string
  body: Buffer
  address: string | null
}

/**
 * Store a provider's callback unchanged, with the job that processes it. Responds after both are committed, because the
 * provider may not repeat it. It has no signature: only the provider knows the token in its address. A callback from an
 * address that is not the provider's is stored too, but only counts as far as a status query confirms it.
 * @throws AppError NOT_FOUND for an unknown token; then nothing is stored
 */
export async function receivePayoutCallback(deps: Deps, { kind, token, body, address }: ReceivedCallback) {
  const tokenHash = hashPayoutToken(token)
  const known =
    kind === 'balance'
      ? await findFloatQuery(deps.db, tokenHash)
      : await findReference(deps.db, `${kind}-token`, tokenHash)
  if (!known) throw new AppError('NOT_FOUND')
  const isFromProvider = isWithin(deps.payouts.callbackNetworks, address)
  await storeOnce(deps, (trx) => storeCallback(trx, { kind, tokenHash, body, address, isFromProvider }))
  return { ResultCode: 0, ResultDesc: 'Accepted' }
}

/**
 * Store a callback that arrived at the one address of a provider. It is about the payment that its body names.
 * @throws AppError NOT_FOUND for a provider without such an address, or a payment that is none of its; then nothing is stored
 */
export async function receiveSharedCallback(
  deps: Deps,
  { rail: name, ...proof }: CallbackProof & { rail: string },
): Promise<{ status: 'Accepted' }> {
  const shared = findRail(deps.payouts, name)?.sharedCallbacks
  const named = shared?.findPayment(proof.body)
  if (!shared || !named) throw new AppError('NOT_FOUND')
  await storeOnce(deps, async (trx) => {
    const ref = await findReference(trx, named.kind, named.value)
    if (!ref || (await lockAttempt(trx, ref)).provider !== name) throw new AppError('NOT_FOUND')
    const tokenHash = hashPayoutToken(`${name}:${named.value}`)
    await insertReference(trx, ref, { kind: 'result-token', value: tokenHash })
    const isFromProvider = shared.isGenuine(proof)
    await storeCallback(trx, { kind: 'result', tokenHash, ...proof, isFromProvider })
  })
  return { status: 'Accepted' }
}

const REPEATED = new Error('the same bytes were stored before')

/** A provider that repeats itself gets the same answer. */
async function storeOnce({ db }: Pick<Deps, 'db'>, store: (trx: Trx) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .execute(store)
    .catch((error: unknown) => {
      if (error !== REPEATED) throw error
    })
}

type Stored = Omit<ReceivedCallback, 'token'> & { tokenHash: string; isFromProvider: boolean }

async function storeCallback(trx: Trx, { address, ...callback }: Stored): Promise<void> {
  const { kind, tokenHash, body, isFromProvider } = callback
  const bodyHash = createHash('sha256').update(body).digest()
  const row = { kind, tokenHash, body, bodyHash, address: toStorableAddress(address), isFromProvider }
  if (!(await insertCallback(trx, row, PATIENCE_SECONDS))) throw REPEATED
}

type Callback = Awaited<ReturnType<typeof getCallback>>

/**
 * Apply a stored callback once: its outcome commits with its effect, and is returned for the log. Duplicates, late
 * results and contradictions move no points and only record an outcome. A callback from an address that is not the
 * provider's proves nothing and causes a status query.
 */
export async function processPayoutCallback(deps: Deps, { callbackId }: { callbackId: string }) {
  const callback = await getCallback(deps.db, callbackId)
  if (callback.kind === 'balance') return recordFloat(deps, callbackId, callback)
  const { ref } = callback
  if (!ref) throw new Error(`call-back ${callbackId} names no attempt`)
  return deps.db.transaction().execute(async (trx) => {
    const { withdrawal, attempt: last } = await lockPayout(trx, ref)
    if (!(await lockWaitingCallback(trx, callbackId))) return null
    const payout = { ref, withdrawal, attempt: await lockNamed(trx, ref, last), last }
    const judgement = await judge(trx, { payout, callback, deps })
    await updateCallbackOutcome(trx, { callbackId, ...judgement })
    // A callback that arrives after its member's erasure contains their data again.
    if (withdrawal.isMemberErased) await blotOutCallbacks(trx, ref.memberId)
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
