import { profileMapping } from '@chuma/contract/partners/profile-mapping'
import type { Trx } from '@chuma/db/client'
import { findPartner } from '@chuma/db/queries/partners/partners'
import { findProfileChoice } from '@chuma/db/queries/profile/profile-choices'
import { readProfile } from '@chuma/db/queries/profile/read-profile'
import { putProfile } from './put-profile.ts'

type Leaving = { memberId: string; partnerId: string | null; url: string }

/** Add what the member shares and the partner's mapping names. Without the member's consent to sharing nothing is read. */
export async function shareWithPartner(trx: Trx, { memberId, partnerId, url }: Leaving): Promise<string> {
  if (partnerId === null) return url
  const partner = await findPartner(trx, partnerId)
  const mapping = profileMapping.safeParse(Object(partner?.scheme).profile)
  if (!mapping.success || mapping.data.length === 0) return url
  const choice = await findProfileChoice(trx, memberId)
  return choice?.sharedAt ? putProfile(url, mapping.data, await readProfile(trx, memberId)) : url
}
