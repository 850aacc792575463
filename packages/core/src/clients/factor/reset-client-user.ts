import type { clientDetail } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deleteSecondFactor, hasSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { revokeClientLinksOf } from '@chuma/db/queries/clients/client-links'
import { deleteClientSessions } from '@chuma/db/queries/clients/client-sessions'
import { lockClientUser, setClientPassword } from '@chuma/db/queries/clients/clients'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../../admin/approvals/pass-company-change.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { forgetAttempts } from '../../auth/throttle/forget-attempts.ts'
import { getClient } from '../people/create-client.ts'
import { clientOwner } from './client-owner.ts'

/**
 * For content, finance and owners: give someone of a client, who lost their password or second factor, a fresh start. Password, second factor,
 * sessions and links end; a new link lets them in. Someone of our team could otherwise be the client, and accept a quote: it needs a second
 * person where company changes do.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING
 */
export async function resetClientUser(
  deps: CompanyDeps,
  staff: StaffActor,
  { id: userId }: { id: string },
): Promise<Answer<typeof clientDetail>> {
  const { detail, email } = await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const user = await lockClientUser(trx, userId)
      if (!user) throw new AppError('NOT_FOUND')
      const owner = clientOwner(userId)
      const before = {
        hasPassword: user.passwordHash !== null,
        isSecondFactorOn: await hasSecondFactor(trx, owner),
      }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'reset-client-user',
          subject: `client-user:${userId}`,
          payload: { id: userId },
          before,
          after: null,
        },
      )
      await setClientPassword(trx, { userId, passwordHash: null })
      await deleteSecondFactor(trx, owner)
      await revokeClientLinksOf(trx, userId)
      await deleteClientSessions(trx, userId)
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'client.user-reset',
        subject: `client-user:${userId}`,
        before,
        after: { organisationId: user.organisationId, ...approved },
        address: staff.address,
      })
      return { detail: await getClient(trx, user.organisationId), email: user.email }
    }),
  )
  // Earlier guesses must not delay the first log-in after it.
  await forgetAttempts(deps, 'log-in-client-account', email)
  return detail
}
