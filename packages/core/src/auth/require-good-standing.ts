import { AppError } from '../app-error.ts'

type Standing = { suspensionReason: string | null; deletionDueAt: Date | null; isEmailVerified: boolean }
type Rules = { isVerificationRequired: boolean; timeZone: string }

/**
 * Require a member whose account is usable. Others have just authenticated, so they are told why.
 * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSING, EMAIL_NOT_VERIFIED
 */
export function requireGoodStanding(
  { suspensionReason, deletionDueAt, isEmailVerified }: Standing,
  { isVerificationRequired, timeZone }: Rules,
): void {
  if (suspensionReason !== null) throw new AppError('ACCOUNT_SUSPENDED', { reason: suspensionReason })
  if (deletionDueAt) {
    // The sv-SE locale writes days in ISO format.
    const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(deletionDueAt)
    throw new AppError('ACCOUNT_CLOSING', { day })
  }
  if (isVerificationRequired && !isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED')
}
