import { randomUUID } from 'node:crypto'
import type { EventHeaders } from '@chuma/db/column-types'
import { insertPartnerEvent } from '@chuma/db/queries/partners/partner-events'
import { findPartnerByKey } from '@chuma/db/queries/partners/partners'
import { AppError } from '../app-error.ts'
import { toStorableAddress } from '../auth/to-storable-address.ts'
import type { Deps } from '../deps.ts'
import { judgeEvent } from './judge-event.ts'
import type { PostbackRequest } from './postbacks.ts'
import { hashPublicKey } from './seal-partner.ts'
import { sealRequest } from './seal-request.ts'

export type ReceivedPostback = Omit<PostbackRequest, 'publicBaseUrl' | 'address'> & {
  publicKey: string
  address: string
}

/** The headers to store besides target and body: enough for every scheme that signs in a header. */
const KEPT_HEADER = /^(content-type|user-agent|x-[a-z0-9-]+|signature|authorization)$/

/**
 * Receive a partner's call. It is stored unchanged and committed before it is processed, so that no call is ever lost.
 * Returns the partner's own answer texts.
 * @throws AppError NOT_FOUND for an unknown address; any other error makes the partner retry
 */
export async function receivePostback(
  deps: Deps,
  { publicKey, ...request }: ReceivedPostback,
): Promise<{ status: number; body: string }> {
  const partner = await findPartnerByKey(deps.db, hashPublicKey(deps.secrets, publicKey))
  if (!partner) throw new AppError('NOT_FOUND')
  const eventId = randomUUID()
  const headers = Object.entries(request.headers).filter(([name]) => KEPT_HEADER.test(name))
  await insertPartnerEvent(deps.db, {
    eventId,
    partnerId: partner.partnerId,
    method: request.method,
    sealed: sealRequest(deps.secrets, eventId, {
      target: Buffer.from(request.rawTarget, 'latin1'),
      headers: Object.fromEntries(headers) as EventHeaders,
      body: request.rawBody,
    }),
    address: toStorableAddress(request.address),
    replayOf: null,
  })
  const { reply } = await judgeEvent(deps, eventId)
  return reply
}
