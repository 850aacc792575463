import type { Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/account-changes'
import { insertJob } from '@chuma/db/queries/jobs'

type Told = { memberId: string; email: string }
type News = { change: 'added' | 'removed'; name: string }

/** Record for a member that their passkeys changed, and mail them. Null, a staff account: it has no mailbox. */
export async function tellMember(trx: Trx, member: Told | null, news: News): Promise<void> {
  if (!member) return
  const { memberId, email } = member
  const since = await insertAccountChange(trx, { memberId, kind: `passkey-${news.change}` })
  await insertJob(trx, 'send-passkey-changed', { memberId, email, since: since.toISOString(), ...news })
}
