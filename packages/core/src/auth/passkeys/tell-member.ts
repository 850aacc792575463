import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'

type Told = { memberId: string; email: string }
type News = { change: 'added' | 'removed'; name: string }

/** Mail a member that their passkeys changed. Null, a staff account: it has no mailbox. */
export async function tellMember(trx: Trx, member: Told | null, news: News): Promise<void> {
  if (!member) return
  const { memberId, email } = member
  await insertJob(trx, 'send-passkey-changed', { memberId, email, ...news })
}
