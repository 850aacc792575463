import type { partner } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import type { listPartners } from '@chuma/db/queries/partners/partners'
import type { Deps } from '../deps.ts'

type Row = Awaited<ReturnType<typeof listPartners>>[number]

/** Describe a partner for staff, with the addresses that the partner calls. */
export function describePartner(
  { postbacks }: Pick<Deps, 'postbacks'>,
  { partnerId, publicKey, scheme, ...row }: Row,
): Answer<typeof partner> {
  return {
    ...row,
    id: partnerId,
    scheme: { ...scheme },
    postbackUrl: `${postbacks.publicBaseUrl}/postback/${publicKey}`,
    callUrls: postbacks.callUrls(row.preset, publicKey),
  }
}
