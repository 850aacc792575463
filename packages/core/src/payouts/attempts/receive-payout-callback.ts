import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertCallback } from '@chuma/db/queries/payouts/payout-callbacks'
import { findFloatQuery } from '@chuma/db/queries/payouts/payout-float'
import { findReference } from '@chuma/db/queries/payouts/payout-references'
import { AppError } from '../../app-error.ts'
import { toStorableAddress } from '../../auth/to-storable-address.ts'
import type { Deps } from '../../deps.ts'
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
  await deps.db.transaction().execute(async (trx) => {
    const bodyHash = createHash('sha256').update(body).digest()
    const isFromProvider = isWithin(deps.payouts.callbackNetworks, address)
    const row = { kind, tokenHash, body, bodyHash, address: toStorableAddress(address), isFromProvider }
    const callback = await insertCallback(trx, row, PATIENCE_SECONDS)
    if (callback) await insertJob(trx, 'process-payout-callback', callback)
  })
  return { ResultCode: 0, ResultDesc: 'Accepted' }
}

function isWithin(networks: readonly string[], address: string | null): boolean {
  if (address === null || isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    list.addSubnet(start, Number(bits ?? (isIP(start) === 6 ? 128 : 32)), isIP(start) === 6 ? 'ipv6' : 'ipv4')
  }
  // Also matches an IPv4 caller that a dual-stack socket reports as an IPv4-mapped IPv6 address.
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
