import { AppError } from '../app-error.ts'
import type { Caller, SignedInMember } from '../caller.ts'

/** Require a signed-in member. The only such check, for tRPC and REST. */
export function requireMember(caller: Caller): SignedInMember {
  if (!caller.member) throw new AppError('NOT_SIGNED_IN')
  return caller.member
}
