import { reserveInWindow } from '@chuma/db/queries/auth/throttle'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { nameBucket, THROTTLE_RULES, toSource } from '../throttle.ts'

/**
 * Let a call from a network that attacks, or to one of `accounts` that is attacked, pass only with the solution of a challenge,
 * before anything costly is done for it. Each solution counts once, in every process. Otherwise do nothing.
 * @throws AppError PROOF_OF_WORK_REQUIRED with a new challenge
 */
export async function requireProofOfWork(
  deps: Deps,
  { proofOfWork: proof, address }: Caller,
  accounts: readonly string[] = [],
): Promise<void> {
  if (!deps.proofOfWork.isOn(toSource(address), ...accounts)) return
  const name = proof === undefined ? null : await deps.proofOfWork.check(proof)
  if (name !== null) {
    const bucket = nameBucket('proof-of-work', name)
    if (await reserveInWindow(deps.db, { bucket, ...THROTTLE_RULES['proof-of-work'] })) return
  }
  throw new AppError('PROOF_OF_WORK_REQUIRED', { challenge: await deps.proofOfWork.challenge() })
}
