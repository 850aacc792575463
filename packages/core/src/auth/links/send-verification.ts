import { findMemberByEmail } from '@chuma/db/queries/account/members'
import type { Deps } from '../../deps.ts'
import { mailLink } from './mail-link.ts'

const EXPIRES_IN_MINUTES = 60

/** `isSpaced`: the request was counted, and promised a mail. Sign-ups are not, so theirs are spaced here. */
type Wanted = { email: string; isSpaced?: boolean }

/** Job: mail an unverified member a link that verifies their address. Anyone else gets nothing. */
export async function sendVerification(deps: Deps, { email, isSpaced }: Wanted): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found) return
  await mailLink(
    deps,
    {
      memberId: found.memberId,
      purpose: 'verify-email',
      expiresInMinutes: EXPIRES_IN_MINUTES,
      replacesOlder: true,
      isSpaced,
      isMeant: (member) => !member.isEmailVerified,
    },
    deps.mail.sendVerification,
  )
}
