import type { partner } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import type { listPartners } from '@chuma/db/queries/partners/partners'
import type { Deps } from '../deps.ts'
import { isLostWith } from '../secrets/create-secrets.ts'
import { openPublicKey } from './seal-partner.ts'

type Row = Awaited<ReturnType<typeof listPartners>>[number]

/** Describe a partner for staff, with the addresses that the partner calls, unless their key is lost. */
export function describePartner(
  { postbacks, secrets }: Pick<Deps, 'postbacks' | 'secrets'>,
  { partnerId, publicKey: sealed, scheme, ...row }: Row,
): Answer<typeof partner> {
  const isSecretLost = isLostWith(secrets, sealed)
  const described = { ...row, id: partnerId, scheme: { ...scheme }, isSecretLost }
  if (isSecretLost) return { ...described, postbackUrl: '', callUrls: [] }
  const publicKey = openPublicKey(secrets, { partnerId, publicKey: sealed })
  return {
    ...described,
    postbackUrl: `${postbacks.publicBaseUrl}/postback/${publicKey}`,
    callUrls: postbacks.callUrls(row.preset, publicKey),
  }
}
