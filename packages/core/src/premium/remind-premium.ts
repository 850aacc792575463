import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { findPremiumNews, listDueReminders, takeReminder } from '@chuma/db/queries/premium/premium'
import type { Deps } from '../deps.ts'

type MailToMember = { memberId: string; email: string }

/**
 * Job: finds whose premium is about to end and has each of them told once for that end. That they count as told and the
 * mails' jobs are one transaction.
 */
export async function remindPremium(deps: Pick<Deps, 'db' | 'economy'>): Promise<void> {
  const { premiumReminderDays } = await deps.economy()
  if (premiumReminderDays === 0) return
  let found = 1
  while (found > 0) {
    found = await deps.db.transaction().execute((trx) => takeReminders(trx, premiumReminderDays))
  }
}

/** How many were taken. */
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

/** Job: tells him when it ends and how to go on; not if he went on or cancelled meanwhile. */
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

/** Job: says that premium has begun or goes on, and until when. */
export async function sendPremiumStarted(deps: Deps, { memberId, email }: MailToMember): Promise<void> {
  const { timeZone } = await deps.economy()
  const news = await findPremiumNews(deps.db, memberId)
  if (!news) return
  const { firstName, premiumUntil } = news
  await deps.mail.sendPremiumStarted({ to: email, firstName, premiumUntil, timeZone })
}
