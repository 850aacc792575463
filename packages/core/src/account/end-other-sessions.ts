import { revokeOtherSessions } from '@chuma/db/queries/auth/sessions'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'

/** Sign the member out on all other devices, immediately. */
export async function endOtherSessions({ db }: Deps, member: SignedInMember): Promise<{ message: Notice }> {
  await revokeOtherSessions(db, member)
  return { message: notice('OTHER_DEVICES_SIGNED_OUT') }
}
