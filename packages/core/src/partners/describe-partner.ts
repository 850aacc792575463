import type { partner } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import type { listPartners } from '@chuma/db/queries/partners/partners'
import type { Deps } from '../deps.ts'
import { openPublicKey } from './seal-partner.ts'

type Row = Awaited<ReturnType<typeof listPartners>>[number]

/** Describe a partner for staff, with the addresses that the partner calls. */
export function describePartner(
  { postbacks, secrets }: Pick<Deps, 'postbacks' | 'secrets'>,
  { partnerId, publicKey: sealed, scheme, ...row }: Row,
): Answer<typeof partner> {
  const publicKey = openPublicKey(secrets, { partnerId, publicKey: sealed })
  return {
    ...row,
    id: partnerId,
    scheme: { ...scheme },
    postbackUrl: `${postbacks.publicBaseUrl}/postback/${publicKey}`,
    callUrls: postbacks.callUrls(row.preset, publicKey),
  }
}
