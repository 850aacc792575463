import type { DeclareSharedPhoneInput, SharedPhone } from '@chuma/contract/account/account'
import { replaceSharing } from '@chuma/db/queries/account/members'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Declare with whom the caller shares their phone, in place of what they declared before. It only ever takes away one reason to think
 * that accounts belong together, among five accounts at most.
 */
export async function declareSharedPhone(
  { db }: Pick<Deps, 'db'>,
  { memberId }: SignedInMember,
  { names }: DeclareSharedPhoneInput,
): Promise<SharedPhone> {
  await replaceSharing(db, memberId, names)
  return { names }
}
