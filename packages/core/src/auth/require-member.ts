import { AppError } from '../app-error.ts'
import type { Caller, SignedInMember } from '../caller.ts'

/** Require a signed-in member. The only such check, for tRPC and REST. */
export function requireMember(caller: Caller): SignedInMember {
  if (!caller.member) throw notSignedIn(caller)
  return caller.member
}

/** Tell a caller without a token from one whose token opens nothing here. */
export function notSignedIn({ member, staff, apiKey, client, hasDeadToken }: Caller): AppError {
  if (member || staff || apiKey || client) return new AppError('NOT_SIGNED_IN', { why: 'otherSide' })
  return new AppError('NOT_SIGNED_IN', hasDeadToken ? { why: 'ended' } : {})
}
