import type { MailTest, PayoutTest } from '@chuma/contract/admin/set-up'
import type { PhoneMethod } from '@chuma/contract/wallet/wallet'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { requireSetUpOwner } from './require-set-up-owner.ts'

/**
 * Ask the payout provider for an access token. Moves no money. Its address comes from the environment, never from the caller.
 * @throws AppError of `requireSetUpOwner`; THROTTLED
 */
export async function testPayouts(deps: Deps, caller: Caller, method?: PhoneMethod): Promise<PayoutTest> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await reserveAttempt(deps, 'set-up-test-account', owner.name)
  await logTest(deps, owner, { of: 'payouts' })
  return deps.installation.testPayouts(method)
}

/**
 * Send a test mail through the mail server of the environment, and tell what the server answered.
 * @throws AppError of `requireSetUpOwner`; THROTTLED
 */
export async function sendTestMail(deps: Deps, caller: Caller, { to }: { to: string }): Promise<MailTest> {
  const owner = await requireSetUpOwner(deps.db, caller)
  if (deps.installation.mail.server === null) return { outcome: 'not-configured' }
  await reserveAttempt(deps, 'set-up-test-account', owner.name)
  await logTest(deps, owner, { of: 'mail', to })
  const sent = await deps.installation.sendTestMail({ to, language: caller.language ?? null })
  return sent.outcome === 'accepted'
    ? { outcome: 'accepted' }
    : { outcome: sent.outcome, reason: sent.reason }
}

type Test = { of: 'payouts' | 'mail'; to?: string }

/** Before it is made: a test leaves the house, so it is never without a trace. */
async function logTest({ db }: Deps, { name, address }: StaffActor, after: Test): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      insertAuditEntry(trx, { actor: name, action: 'set-up.tested', subject: 'set-up', after, address }),
    )
}
