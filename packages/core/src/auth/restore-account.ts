import type { LoginInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import { cancelDeletion } from '@chuma/db/queries/account/members'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/**
 * Sign a member in and cancel the deletion of their account. Throttled like a log-in.
 * @throws AppError like `signInWithPassword`; then the account is still going to be deleted
 */
export function restoreAccount(
  deps: Deps,
  caller: Caller,
  input: LoginInput,
): Promise<Answer<typeof session>> {
  return signInWithPassword(deps, caller, { ...input, prepare: cancelDeletion })
}
