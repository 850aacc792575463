import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { findPremiumNews, listDueReminders, takeReminder } from '@chuma/db/queries/premium/premium'
import type { Deps } from '../deps.ts'

type MailToMember = { memberId: string; email: string }

/**
 * Job: remind members whose premium ends soon, once for each end. Marking them and queueing the mails is one transaction.
 */
export async function remindPremium(deps: Pick<Deps, 'db' | 'economy'>): Promise<void> {
  const { premiumReminderDays } = await deps.economy()
  if (premiumReminderDays === 0) return
  let found = 1
  while (found > 0) {
    found = await deps.db.transaction().execute((trx) => takeReminders(trx, premiumReminderDays))
  }
}

/** Returns the number of members marked. */
async function takeReminders(trx: Trx, days: number): Promise<number> {
  let count = 0
  for (const memberId of await listDueReminders(trx, days)) {
    const member = await takeReminder(trx, memberId, days)
    if (!member) continue
    await insertJob(trx, 'send-premium-ending', member)
    count += 1
  }
  return count
}

/** Job: mail when premium ends and how to continue. Skipped if the member has paid again or cancelled since. */
export async function sendPremiumEnding(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const { premiumReminderDays, premiumKesPerMonth, timeZone } = await deps.economy()
  const news = await findPremiumNews(deps.db, memberId)
  const isSoon = news && news.premiumUntil.getTime() - Date.now() <= (premiumReminderDays + 1) * 86_400_000
  if (!isSoon || news.premiumCancelledAt) return
  const { firstName, premiumUntil } = news
  await deps.mail.sendPremiumEnding({
    to: email,
    firstName,
    premiumUntil,
    timeZone,
    kesPerMonth: premiumKesPerMonth,
  })
}

/** Job: mail that premium has begun or was extended, and until when. */
export async function sendPremiumStarted(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const { timeZone } = await deps.economy()
  const news = await findPremiumNews(deps.db, memberId)
  if (!news) return
  const { firstName, premiumUntil } = news
  await deps.mail.sendPremiumStarted({ to: email, firstName, premiumUntil, timeZone })
}
