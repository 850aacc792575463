import type { editableUser, UpdateProfileInput } from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { updateNames } from '@chuma/db/queries/account/profile'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getEditableUser } from './get-editable-user.ts'
import { requestEmailChange } from './request-email-change.ts'

/**
 * Names and country change at once. Another e-mail address is only asked for, by a link that is mailed to it: whoever
 * finds a screen unlocked cannot take the account away. All of it or nothing.
 * @throws AppError THROTTLED when another address was asked for too often
 */
export function updateProfile(
  deps: Deps,
  { memberId }: SignedInMember,
  { email, ...names }: UpdateProfileInput,
): Promise<Answer<typeof editableUser>> {
  return deps.db.transaction().execute(async (trx) => {
    await requestEmailChange(trx, { memberId }, email)
    await updateNames(trx, memberId, names)
    return getEditableUser(trx, memberId)
  })
}
