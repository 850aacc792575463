import { revokeSession } from '@chuma/db/queries/auth/sessions'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'

/** End the session of this call, immediately and for every process. Other devices stay signed in. */
export async function logOut(deps: Deps, member: SignedInMember): Promise<{ message: Notice }> {
  await revokeSession(deps.db, member)
  return { message: notice('SIGNED_OUT') }
}
