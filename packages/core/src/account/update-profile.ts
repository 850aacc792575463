import type { editableUser, UpdateProfileInput } from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { updateNames } from '@chuma/db/queries/account/profile'
import { requireLiveSession } from '../auth/require-live-session.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getEditableUser } from './get-editable-user.ts'
import { requestEmailChange } from './request-email-change.ts'

/**
 * Change names and country, all or nothing. A new email address only gets a link: someone at an unlocked screen cannot take
 * over the account.
 * @throws AppError THROTTLED if the address was changed too often; NOT_SIGNED_IN if the session ended meanwhile
 */
export function updateProfile(
  deps: Deps,
  member: SignedInMember,
  { email, ...names }: UpdateProfileInput,
): Promise<Answer<typeof editableUser>> {
  const { memberId } = member
  return deps.db.transaction().execute(async (trx) => {
    await requestEmailChange(trx, { memberId }, email)
    await requireLiveSession(trx, member)
    await updateNames(trx, memberId, names)
    return getEditableUser(trx, memberId)
  })
}
