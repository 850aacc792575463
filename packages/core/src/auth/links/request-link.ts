import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

const LINKS = {
  'verify-email': {
    job: 'send-verification',
    message: 'If this address waits to be verified, a new link is on its way to it.',
  },
  'sign-in': {
    job: 'send-sign-in-link',
    message: 'If this address has an account, a link to sign in is on its way to it.',
  },
  'reset-password': {
    job: 'send-password-reset',
    message: 'If this address has an account, a link to set a new password is on its way to it.',
  },
} as const

/**
 * Answers every address alike: whether there is anybody to mail is decided later, by the job.
 * @throws AppError THROTTLED for a network that asks too often
 */
export async function requestLink(
  deps: Deps,
  caller: Caller,
  { email, purpose }: { email: string; purpose: keyof typeof LINKS },
): Promise<{ message: string }> {
  const { job, message } = LINKS[purpose]
  await reserveAttempt(deps, 'mail-address', caller.address)
  await deps.db.transaction().execute((trx) => insertJob(trx, job, { email }))
  return { message }
}
