import { findMemberByEmail } from '@chuma/db/queries/account/members'
import type { Deps } from '../../deps.ts'
import { mailLink } from './mail-link.ts'
import { sendVerification } from './send-verification.ts'

const EXPIRES_IN_MINUTES = 10
const MAILS = { 'sign-in': 'sendSignInLink', 'reset-password': 'sendPasswordReset' } as const

type Wanted = { email: string; purpose: keyof typeof MAILS }

/**
 * Job: mail a verified member a link that signs them in. Unverified members get the verification mail, members due for
 * deletion learn how to keep the account; suspended members and strangers get nothing.
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
    // A closing account's link is not mailed: it is stored so that these mails are spaced too.
    ({ to, firstName, ...link }) =>
      deletionDueAt
        ? deps.mail.sendAccountClosing({ to, firstName, deletionDueAt, timeZone })
        : deps.mail[MAILS[purpose]]({ to, firstName, ...link }),
  )
}
