import type { editableUser, UpdateProfileInput } from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { updateNames } from '@chuma/db/queries/account/profile'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getEditableUser } from './get-editable-user.ts'
import { requestEmailChange } from './request-email-change.ts'

/**
 * Change names and country, all or nothing. A new email address only gets a link: someone at an unlocked screen cannot take
 * over the account.
 * @throws AppError THROTTLED if the address was changed too often
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
