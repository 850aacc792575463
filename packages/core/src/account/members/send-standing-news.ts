import { findSuspensionNews } from '@chuma/db/queries/account/member-standing'
import type { Deps } from '../../deps.ts'

type MailToMember = { memberId: string; email: string }

/** Job: mail a member that they are suspended, and why. Skipped if they have been restored since. */
export async function sendAccountSuspended(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const news = await findSuspensionNews(deps.db, memberId)
  if (!news?.suspensionReason) return
  const { firstName, suspensionReason } = news
  await deps.mail.sendAccountSuspended({ to: email, firstName, reason: suspensionReason })
}

/** Job: mail a member that they can sign in again. Skipped if they have been suspended again. */
export async function sendAccountRestored(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const news = await findSuspensionNews(deps.db, memberId)
  if (!news || news.suspensionReason) return
  await deps.mail.sendAccountRestored({ to: email, firstName: news.firstName })
}
