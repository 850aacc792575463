import type { partnerEventDetail } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { findEventDetail } from '@chuma/db/queries/partners/partner-events'
import { findPartner } from '@chuma/db/queries/partners/partners'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { maskSecret } from './mask-secret.ts'
import { openPartnerSecret } from './seal-partner.ts'
import { openRequest } from './seal-request.ts'

/**
 * Load an event as received, its outcome, and its signature checked with the current scheme. Some partners authenticate by
 * sending the secret, so it is masked.
 * @throws AppError NOT_FOUND
 */
export async function getEvent(
  { db, postbacks, secrets }: Deps,
  { id }: { id: string },
): Promise<Answer<typeof partnerEventDetail>> {
  const found = await findEventDetail(db, id)
  const partner = found && (await findPartner(db, found.partnerId))
  if (!found || !partner) throw new AppError('NOT_FOUND')
  const { target: _, headers: __, body: ___, sealed: ____, ...event } = found
  const { target, headers, body } = openRequest(secrets, id, found)
  const secret = openPartnerSecret(secrets, partner)
  const read = postbacks.readScheme(partner.scheme)
  if (!read.ok) throw new Error(`the scheme of partner ${partner.partnerId} is no scheme`)
  const { signedText, presented, reason, ...signature } = postbacks.explain(read.scheme, secret, {
    method: event.method,
    rawTarget: target.toString('latin1'),
    publicBaseUrl: postbacks.publicBaseUrl,
    headers,
    rawBody: body,
    address: event.address ?? '',
  })
  const mask = (text: string) => maskSecret(text, secret)
  return {
    ...event,
    target: mask(target.toString('latin1')),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        name === 'authorization' ? '…' : mask(String(value)),
      ]),
    ),
    body: mask(body.toString('utf8')),
    signature: {
      ...signature,
      signedText: signedText ?? null,
      presented: presented ?? null,
      reason: reason ?? null,
    },
  }
}
