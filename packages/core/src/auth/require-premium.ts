import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'

/** Premium is read with every call by the database's clock: it ends in the middle of a day, and of a session. */
export function requirePremium(member: SignedInMember): SignedInMember {
  if (!member.isPremium) throw new AppError('PREMIUM_REQUIRED')
  return member
}
