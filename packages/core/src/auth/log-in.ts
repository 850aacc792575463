import type { LoginInput, session } from '@chuma/contract/auth/auth'
import type { Answer } from '@chuma/contract/timestamp'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/** @throws AppError like `signInWithPassword` */
export function logIn(deps: Deps, caller: Caller, input: LoginInput): Promise<Answer<typeof session>> {
  return signInWithPassword(deps, caller, input)
}
