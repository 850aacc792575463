import { linkPurpose, type session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/account-changes'
import { expireLinks } from '@chuma/db/queries/auth/links'
import { countPasskeys } from '@chuma/db/queries/auth/passkeys'
import { revokeAllSessions } from '@chuma/db/queries/auth/sessions'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../../caller.ts'
import { openSession } from '../open-session.ts'
import { memberOwner } from '../passkeys/passkey-holder.ts'

type Renewal = {
  memberId: string
  email: string
  rememberDevice: boolean | undefined
  change: 'password-changed' | 'password-reset'
  passkeysRemoved?: number
}

/**
 * Finish setting a new password, in the transaction that has locked the member: end all earlier sessions and links, forget
 * all browsers, mail the member, and open a new session.
 */
export async function renewCredentials(
  trx: Trx,
  caller: Caller,
  { memberId, email, rememberDevice, change, passkeysRemoved = 0 }: Renewal,
): Promise<Answer<typeof session>> {
  await revokeAllSessions(trx, memberId)
  await expireLinks(trx, { memberId, purposes: linkPurpose.options })
  const passkeysLeft = await countPasskeys(trx, memberOwner(memberId))
  const since = (await insertAccountChange(trx, { memberId, kind: change })).toISOString()
  await insertJob(trx, 'send-password-changed', { memberId, email, since, passkeysRemoved, passkeysLeft })
  return openSession(trx, caller, { memberId, rememberDevice })
}
