import type { passkey } from '@chuma/contract/auth/passkeys'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deleteUnneededRecoveryCodes } from '@chuma/db/queries/admin/second-factors'
import { deletePasskey } from '@chuma/db/queries/auth/passkeys'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { withOwnPassword } from '../passwords/with-own-password.ts'
import { requireLiveSession } from '../require-live-session.ts'
import { lockFactorOwner } from '../step-up/factor-holder.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { requirePasskeyHolder } from './passkey-holder.ts'
import { tellMember } from './tell-member.ts'

type Removed = Answer<typeof passkey>

/**
 * Remove one of the account's passkeys. With the last factor the recovery codes go too. The caller has to have given a proof.
 * @throws AppError NOT_FOUND; NOT_SIGNED_IN if the session ended meanwhile
 */
export function removePasskey({ db }: Deps, caller: Caller, { id }: { id: string }): Promise<Removed> {
  const { owner, name: actor, address } = requirePasskeyHolder(caller)
  return db.transaction().execute(async (trx) => {
    await lockFactorOwner(trx, owner)
    if (caller.member) await requireLiveSession(trx, caller.member)
    const removed = await deletePasskey(trx, { owner, id })
    if (!removed) throw new AppError('NOT_FOUND', { what: 'passkey' })
    await deleteUnneededRecoveryCodes(trx, owner)
    await insertAuditEntry(trx, {
      actor,
      action: 'passkey.removed',
      subject: actor,
      before: { name: removed.name },
      address,
    })
    await tellMember(trx, caller.member, { change: 'removed', name: removed.name })
    return removed
  })
}

/**
 * The same for a member, who repeats their password: a stolen session must not take away what keeps a thief out.
 * @throws AppError NOT_FOUND, WRONG_PASSWORD, THROTTLED; STEP_UP_REQUIRED on the staff, where a passkey is a second factor
 */
export async function removeOwnPasskey(
  deps: Deps,
  caller: Caller,
  { id, password }: { id: string; password: string },
): Promise<Removed> {
  if (requirePasskeyHolder(caller).isSecondFactorOn) requireStepUp(caller)
  return withOwnPassword(deps, { caller, password }, () => removePasskey(deps, caller, { id }))
}
