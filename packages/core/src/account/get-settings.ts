import type { settings } from '@chuma/contract/account/settings'
import type { Answer } from '@chuma/contract/timestamp'
import { getSettings as getChosenSettings } from '@chuma/db/queries/account/settings'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getMemberTerms } from './terms/get-member-terms.ts'

/** Read a member's settings, with what they know of the terms: the page that opens needs both. */
export async function getSettings(
  { db }: Pick<Deps, 'db'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
): Promise<Answer<typeof settings>> {
  const [chosen, terms] = await Promise.all([getChosenSettings(db, memberId), getMemberTerms(db, memberId)])
  return { ...chosen, terms }
}
