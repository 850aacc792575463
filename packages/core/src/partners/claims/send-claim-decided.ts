import { findClaimNews } from '@chuma/db/queries/partners/claims'
import type { Deps } from '../../deps.ts'

/** Job: mail a member the decision about their claim, and its reason. */
export async function sendClaimDecided(
  deps: Deps,
  ref: { memberId: string; clickId: string },
): Promise<void> {
  const news = await findClaimNews(deps.db, ref)
  if (!news || news.state === 'open') return
  const { email: to, firstName, title, points, reason } = news
  const isCredited = news.state === 'credited'
  await deps.mail.sendClaimDecided({
    to,
    firstName,
    title,
    isCredited,
    points: points ?? 0,
    reason: reason ?? '',
  })
}
