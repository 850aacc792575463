import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'
import { createSecurityLink } from '../security.ts'

/** Job: tell a member that a passkey was added to their account, or removed. Not optional. */
export async function sendPasskeyChanged(
  deps: Deps,
  { memberId, email, since, change, name }: Jobs['send-passkey-changed'],
): Promise<void> {
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since })
  if (!link) return
  const { mail } = deps
  const news = { to: email, ...link, name }
  await (change === 'added' ? mail.sendPasskeyAdded(news) : mail.sendPasskeyRemoved(news))
}
