import type { LoginInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import { cancelDeletion } from '@chuma/db/queries/account/members'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/**
 * Signs a member in who had asked to be deleted, and cancels that. As hard to guess at as a log-in, because it is one.
 * @throws AppError as `signInWithPassword` does; the account is then still going to be deleted
 */
export function restoreAccount(
  deps: Deps,
  caller: Caller,
  input: LoginInput,
): Promise<Answer<typeof session>> {
  return signInWithPassword(deps, caller, { ...input, prepare: cancelDeletion })
}
