import { AppError } from '../app-error.ts'
import type { Caller, SignedInMember } from '../caller.ts'

/** The one sign-in gate. Both doors call it, so neither can drift. */
export function requireMember(caller: Caller): SignedInMember {
  if (!caller.member) throw new AppError('NOT_SIGNED_IN')
  return caller.member
}
