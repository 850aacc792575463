import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'

/** Require premium. It is read with every call by the database's clock, because it can end during a session. */
export function requirePremium(member: SignedInMember): SignedInMember {
  if (!member.isPremium) throw new AppError('PREMIUM_REQUIRED')
  return member
}
