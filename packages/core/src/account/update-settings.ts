import type { settings, UpdateSettingsInput } from '@chuma/contract/account/settings'
import type { Answer } from '@chuma/contract/timestamp'
import { upsertSettings } from '@chuma/db/queries/account/settings'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getMemberTerms } from './terms/get-member-terms.ts'

/** Change the given settings and keep the others, even with concurrent changes. */
export async function updateSettings(
  { db }: Deps,
  { memberId }: SignedInMember,
  change: UpdateSettingsInput,
): Promise<Answer<typeof settings>> {
  const chosen = await upsertSettings(db, memberId, change)
  return { ...chosen, terms: await getMemberTerms(db, memberId) }
}
