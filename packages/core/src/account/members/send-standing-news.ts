import { findSuspensionNews } from '@chuma/db/queries/account/member-standing'
import type { Deps } from '../../deps.ts'

type MailToMember = { memberId: string; email: string }

/** Job: tells a member that he is suspended, and why; not any more once he was restored. */
export async function sendAccountSuspended(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const news = await findSuspensionNews(deps.db, memberId)
  if (!news?.suspensionReason) return
  const { firstName, suspensionReason } = news
  await deps.mail.sendAccountSuspended({ to: email, firstName, reason: suspensionReason })
}

/** Job: tells a member that he may sign in again; not if he was suspended once more since. */
export async function sendAccountRestored(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const news = await findSuspensionNews(deps.db, memberId)
  if (!news || news.suspensionReason) return
  await deps.mail.sendAccountRestored({ to: email, firstName: news.firstName })
}
