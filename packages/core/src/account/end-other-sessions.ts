import { revokeOtherSessions } from '@chuma/db/queries/auth/sessions'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Signs the member out everywhere but here, at once. */
export async function endOtherSessions({ db }: Deps, member: SignedInMember): Promise<{ message: string }> {
  await revokeOtherSessions(db, member)
  return { message: 'All other devices are signed out.' }
}
