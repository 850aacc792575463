import { findMemberByEmail } from '@chuma/db/queries/account/members'
import type { Deps } from '../../deps.ts'
import { mailLink } from './mail-link.ts'
import { sendVerification } from './send-verification.ts'

const EXPIRES_IN_MINUTES = 10
const MAILS = { 'sign-in': 'sendSignInLink', 'reset-password': 'sendPasswordReset' } as const

type Wanted = { email: string; purpose: keyof typeof MAILS }

/**
 * Job: mails a verified member a link that lets him in. An unverified one has to prove his address first; one who asked
 * to be deleted is told how to keep his account, and one who is suspended gets nothing, as does a stranger.
 */
export async function sendLink(deps: Deps, { email, purpose }: Wanted): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found || found.isSuspended) return
  const { memberId, deletionDueAt, isEmailVerified } = found
  if (!isEmailVerified && !deletionDueAt) return sendVerification(deps, { email })

  const { timeZone } = await deps.economy()
  await mailLink(
    deps,
    {
      memberId,
      purpose,
      expiresInMinutes: EXPIRES_IN_MINUTES,
      replacesOlder: false,
      isMeant: (member) => member.email === email && !member.isSuspended,
    },
    // The link of somebody who is leaving goes to nobody: it is kept so that these mails, too, are spaced.
    ({ to, firstName, ...link }) =>
      deletionDueAt
        ? deps.mail.sendAccountClosing({ to, firstName, deletionDueAt, timeZone })
        : deps.mail[MAILS[purpose]]({ to, firstName, ...link }),
  )
}
