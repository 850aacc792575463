import { findFirstName } from '@chuma/db/queries/account/members'
import { getSettings } from '@chuma/db/queries/account/settings'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'

/** Job: tell an address that the account has gone back to its former one. Without the name: it may be a thief's. */
export async function sendEmailUndone(
  { db, mail }: Deps,
  { memberId, email }: Jobs['send-email-undone'],
): Promise<void> {
  if (!(await findFirstName(db, memberId))) return
  const { language } = await getSettings(db, memberId)
  await mail.sendEmailUndone({ to: email, firstName: '', language })
}
