import { errorTable } from '@chuma/contract/errors'
import { AppError } from '../app-error.ts'

type Standing = { suspensionReason: string | null; deletionDueAt: Date | null; isEmailVerified: boolean }
type Rules = { isVerificationRequired: boolean; timeZone: string }

/**
 * Lets only a member pass who may use his account. The others have just proved who they are, and are told why.
 * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSING, EMAIL_NOT_VERIFIED
 */
export function requireGoodStanding(
  { suspensionReason, deletionDueAt, isEmailVerified }: Standing,
  { isVerificationRequired, timeZone }: Rules,
): void {
  if (suspensionReason !== null) {
    const message = `${errorTable.ACCOUNT_SUSPENDED.message} The reason: ${suspensionReason}`
    throw new AppError('ACCOUNT_SUSPENDED', { message })
  }
  if (deletionDueAt) {
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(deletionDueAt)
    throw new AppError('ACCOUNT_CLOSING', {
      message: `This account will be deleted on ${day}. You can still keep it.`,
    })
  }
  if (isVerificationRequired && !isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED')
}
