import type { SetMemberRoleInput } from '@chuma/contract/account/members'
import type { Trx } from '@chuma/db/client'
import { setAdminRole } from '@chuma/db/queries/account/member-standing'
import { getPerson } from '@chuma/db/queries/account/members'
import { deleteSecondFactor } from '@chuma/db/queries/admin/staff-sessions'
import { deletePasskeys } from '@chuma/db/queries/auth/passkeys'
import { findPersonOf, isSamePerson, setPersonOfMember } from '@chuma/db/queries/auth/people'
import { lockStanding } from '../../account/members.ts'
import { AppError, invalidField } from '../../app-error.ts'
import { type CompanyDeps, passCompanyChange, recordCompanyChange } from '../../approvals/company-changes.ts'
import { orAskAnother } from '../../approvals/or-ask-another.ts'
import { memberOwner, tellMember } from '../../auth/passkeys/log-in-with-passkey.ts'
import { noteFactorChange } from '../../auth/step-up/proof.ts'
import type { StaffActor } from '../../caller.ts'
import { revokeKeysOf } from '../keys.ts'
import { findOrAddPerson } from '../people/people.ts'
import { endSetUp } from './staff-sessions.ts'

/**
 * Set or, with null, remove a member's admin role, from their next call on. Their first role says whose account it is;
 * without a role they keep that person, and lose their keys, second factor and passkeys: who lost their phone gets a role again, and
 * sets up another. Nobody can change their own.
 * @throws AppError NOT_FOUND, OWN_ACCOUNT, APPROVAL_PENDING where company changes need two people, ACCOUNT_STATE for a suspended member, INVALID_INPUT without a known person
 */
export function setMemberRole(deps: CompanyDeps, actor: StaffActor, input: SetMemberRoleInput) {
  const { memberId, role, personId } = input
  const subject = `member:${memberId}`
  return orAskAnother(deps, actor, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      // An owner exists from now on, so no link may make another.
      if (role === 'owner') await endSetUp(trx)
      const { adminRole, suspendedAt } = await lockStanding(trx, memberId)
      const person = await findPersonOf(trx, subject)
      if (await isSamePerson(trx, actor.name, subject)) throw new AppError('OWN_ACCOUNT')
      if (role && suspendedAt) throw new AppError('ACCOUNT_STATE')
      if (role && personId === undefined && person === null) throw invalidField('personId', 'PERSON_MISSING')
      const before = { role: adminRole, personId: person }
      const wish = {
        kind: 'set-member-role',
        subject,
        payload: input,
        before,
        after: { role, personId },
      } as const
      // A right is taken away at once.
      const approved = role ? await passCompanyChange({ deps, trx, staff: actor }, wish) : {}
      const after = personId === undefined || !role ? person : await findOrAddPerson(trx, personId)
      if (after !== null && after !== person) await setPersonOfMember(trx, { memberId, personId: after })
      if (!role) {
        await revokeKeysOf(trx, actor, { memberId })
        await removeFactors(trx, memberId)
      }
      const changed = await setAdminRole(trx, memberId, role)
      await recordCompanyChange(trx, {
        actor: actor.name,
        action: 'member.role',
        subject,
        before,
        after: { role, personId: after, ...approved },
        address: actor.address,
      })
      return changed
    }),
  )
}

/** The passkeys too: they were a second factor, and the member can add them again. */
async function removeFactors(trx: Trx, memberId: string): Promise<void> {
  const owner = memberOwner(memberId)
  const names = await deletePasskeys(trx, owner)
  if (await deleteSecondFactor(trx, owner)) await noteFactorChange(trx, owner, 'second-factor-off')
  const { email } = await getPerson(trx, memberId)
  for (const name of names) await tellMember(trx, { memberId, email }, { change: 'removed', name })
}
