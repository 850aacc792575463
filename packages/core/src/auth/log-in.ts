import type { LoginInput, Session } from '@chuma/contract/auth/auth'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/** @throws AppError as `signInWithPassword` does */
export function logIn(deps: Deps, caller: Caller, { email, password }: LoginInput): Promise<Session> {
  return signInWithPassword(deps, caller, { email, password })
}
