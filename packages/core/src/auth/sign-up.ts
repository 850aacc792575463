import type { SignupInput, SignupResult } from '@chuma/contract/auth'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertWallet } from '@chuma/db/queries/ledger'
import { insertEmailOwner, insertMember } from '@chuma/db/queries/members'
import type { Deps } from '../deps.ts'
import { hashPassword } from './passwords.ts'

/**
 * Makes an account that waits for its address to be verified. A taken address answers the same and costs the same
 * hash, so a stranger learns nothing; its owner is told by mail.
 */
export async function signUp(deps: Deps, input: SignupInput): Promise<SignupResult> {
  const { firstName, lastName, email, country } = input
  const passwordHash = await hashPassword(input.password)
  await deps.db.transaction().execute(async (trx) => {
    const memberId = await insertEmailOwner(trx, email)
    if (!memberId) return insertJob(trx, 'send-address-taken', { email })
    await insertMember(trx, { memberId, email, firstName, lastName, country, passwordHash })
    await insertWallet(trx, memberId)
    await insertJob(trx, 'send-verification', { email })
  })
  return { requiresVerification: true, message: 'We have sent you an email. Open the link in it to sign in.' }
}
