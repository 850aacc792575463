import { findMemberByEmail } from '@chuma/db/queries/members'
import type { Deps } from '../deps.ts'

/** Job: tells the owner of an address that somebody tried to sign up with it. */
export async function sendAddressTaken(deps: Deps, { email }: { email: string }): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found) return
  await deps.mail.sendAddressTaken({ to: email, firstName: found.firstName })
}
