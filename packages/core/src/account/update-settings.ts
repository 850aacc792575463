import type { settings, UpdateSettingsInput } from '@chuma/contract/account/settings'
import type { Answer } from '@chuma/contract/timestamp'
import { upsertSettings } from '@chuma/db/queries/account/settings'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Change the given settings and keep the others, even with concurrent changes. */
export function updateSettings(
  { db }: Deps,
  { memberId }: SignedInMember,
  change: UpdateSettingsInput,
): Promise<Answer<typeof settings>> {
  return upsertSettings(db, memberId, change)
}
