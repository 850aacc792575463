import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { requireProofOfWork } from '../proof-of-work/require-proof-of-work.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

const LINKS = {
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
  await requireProofOfWork(deps, caller)
  await reserveAttempt(deps, 'mail-address', caller.address)
  await deps.db.transaction().execute((trx) => insertJob(trx, job, { email }))
  return { message: notice(code) }
}

/**
 * Request another verification mail. It is sent unless the address needs none: a request that comes too early is refused,
 * for every address alike, rather than answered without a mail.
 * @throws AppError THROTTLED for an address that was just typed, and for a network that asks too often
 */
export async function requestVerification(
  deps: Deps,
  caller: Caller,
  { email }: { email: string },
): Promise<{ message: Notice; retryAfterSeconds: number }> {
  await requireProofOfWork(deps, caller)
  await reserveAttempt(deps, 'mail-address', caller.address)
  const retryAfterSeconds = await reserveAttempt(deps, 'verification-mail', email)
  await deps.db.transaction().execute((trx) => insertJob(trx, 'send-verification', { email, isSpaced: true }))
  return { message: notice('VERIFICATION_REQUESTED'), retryAfterSeconds }
}
