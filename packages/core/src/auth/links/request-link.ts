import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

const LINKS = {
  'verify-email': {
    job: 'send-verification',
    code: 'VERIFICATION_REQUESTED',
  },
  'sign-in': {
    job: 'send-sign-in-link',
    code: 'SIGN_IN_LINK_REQUESTED',
  },
  'reset-password': {
    job: 'send-password-reset',
    code: 'PASSWORD_RESET_REQUESTED',
  },
} as const

/**
 * Request a mailed link. All addresses get the same answer: the job decides whether anyone gets a mail.
 * @throws AppError THROTTLED for a network that asks too often
 */
export async function requestLink(
  deps: Deps,
  caller: Caller,
  { email, purpose }: { email: string; purpose: keyof typeof LINKS },
): Promise<{ message: Notice }> {
  const { job, code } = LINKS[purpose]
  await reserveAttempt(deps, 'mail-address', caller.address)
  await deps.db.transaction().execute((trx) => insertJob(trx, job, { email }))
  return { message: notice(code) }
}
