import { createHash } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { insertCallback } from '@chuma/db/queries/payouts/payout-callbacks'
import { findFloatQuery } from '@chuma/db/queries/payouts/payout-float'
import { findReference, insertReference } from '@chuma/db/queries/payouts/payout-references'
import { AppError } from '../../app-error.ts'
import { toStorableAddress } from '../../auth/to-storable-address.ts'
import type { Deps } from '../../deps.ts'
import type { CallbackProof } from '../attempts/payouts.ts'
import { findRail } from '../rails/find-rail.ts'
import { isWithin } from '../rails/is-within.ts'
import { hashPayoutToken } from './create-payout-token.ts'

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
export async function receivePayoutCallback(
  deps: Deps,
  { kind, token, body, address }: ReceivedCallback,
): Promise<{ ResultCode: 0; ResultDesc: 'Accepted' }> {
  const tokenHash = hashPayoutToken(token)
  const known =
    kind === 'balance'
      ? await findFloatQuery(deps.db, tokenHash)
      : await findReference(deps.db, `${kind}-token`, tokenHash)
  if (!known) throw new AppError('NOT_FOUND')
  const isFromProvider = isWithin(deps.payouts.callbackNetworks, address)
  await deps.db
    .transaction()
    .execute((trx) => storeCallback(trx, { kind, tokenHash, body, address, isFromProvider }))
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
  await deps.db.transaction().execute(async (trx) => {
    const ref = await findReference(trx, named.kind, named.value)
    if (!ref || (await lockAttempt(trx, ref)).provider !== name) throw new AppError('NOT_FOUND')
    const tokenHash = hashPayoutToken(`${name}:${named.value}`)
    await insertReference(trx, ref, { kind: 'result-token', value: tokenHash })
    const isFromProvider = shared.isGenuine(proof)
    await storeCallback(trx, { kind: 'result', tokenHash, ...proof, isFromProvider })
  })
  return { status: 'Accepted' }
}

type Stored = Omit<ReceivedCallback, 'token'> & { tokenHash: string; isFromProvider: boolean }

async function storeCallback(trx: Trx, { address, ...callback }: Stored): Promise<void> {
  const { kind, tokenHash, body, isFromProvider } = callback
  const bodyHash = createHash('sha256').update(body).digest()
  const row = { kind, tokenHash, body, bodyHash, address: toStorableAddress(address), isFromProvider }
  const stored = await insertCallback(trx, row, PATIENCE_SECONDS)
  if (stored) await insertJob(trx, 'process-payout-callback', stored)
}
