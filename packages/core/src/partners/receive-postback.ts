import { insertPartnerEvent } from '@chuma/db/queries/partners/partner-events'
import { findPartnerByKey } from '@chuma/db/queries/partners/partners'
import { AppError } from '../app-error.ts'
import { toStorableAddress } from '../auth/to-storable-address.ts'
import type { Deps } from '../deps.ts'
import { judgeEvent } from './judge-event.ts'
import type { PostbackRequest } from './postbacks.ts'

export type ReceivedPostback = Omit<PostbackRequest, 'publicBaseUrl' | 'address'> & {
  publicKey: string
  address: string
}

/** What is kept of a call beside its target and its body: enough for every scheme that signs in a header. */
const KEPT_HEADER = /^(content-type|user-agent|x-[a-z0-9-]+|signature|authorization)$/

/**
 * A call at a partner's address. It is stored as it came, in a commit of its own, before anything is made of it: whatever
 * happens next, no call is ever lost. The answer is the partner's own words for it.
 * @throws AppError NOT_FOUND where no partner lives; anything else that is thrown makes him try again.
 */
export async function receivePostback(
  deps: Deps,
  { publicKey, ...request }: ReceivedPostback,
): Promise<{ status: number; body: string }> {
  const partner = await findPartnerByKey(deps.db, publicKey)
  if (!partner) throw new AppError('NOT_FOUND')
  const { eventId } = await insertPartnerEvent(deps.db, {
    partnerId: partner.partnerId,
    method: request.method,
    target: Buffer.from(request.rawTarget, 'latin1'),
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => KEPT_HEADER.test(name))),
    body: request.rawBody,
    address: toStorableAddress(request.address),
    replayOf: null,
  })
  const { reply } = await judgeEvent(deps, eventId)
  return reply
}
