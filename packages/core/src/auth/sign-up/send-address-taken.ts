import { findMemberByEmail } from '@chuma/db/queries/account/members'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { forgetAttempts } from '../throttle/forget-attempts.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

/**
 * Job: tell the owner of an address that someone tried to sign up with it, at most once an hour, so that repeated attempts
 * do not fill the mailbox.
 */
export async function sendAddressTaken(deps: Deps, { email }: { email: string }): Promise<void> {
  const found = await findMemberByEmail(deps.db, email)
  if (!found || !(await mayMail(deps, email))) return
  try {
    await deps.mail.sendAddressTaken({ to: email, firstName: found.firstName })
  } catch (error) {
    await forgetAttempts(deps, 'address-taken-mail', email)
    throw error
  }
}

async function mayMail(deps: Deps, email: string): Promise<boolean> {
  try {
    await reserveAttempt(deps, 'address-taken-mail', email)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'THROTTLED') return false
    throw error
  }
}
